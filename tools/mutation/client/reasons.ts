// Why a mutant that no case sees is right: it still does what the interface and HTTP ask for.
import type { Row } from './row.ts';

interface Reason {
  /** The ends of the names of the places. */
  readonly places: readonly string[];
  /** The change, as `original -> replacement`; any if absent. */
  readonly change?: RegExp;
  /** In what the change holds; wherever it does if absent. */
  readonly only?: readonly (Row['only'] | 'all')[];
  /** How many of the same stand before it. */
  readonly index?: number;
  readonly reason: string;
}

const gets = ['listPets', 'getPet'] as const;

const reasons: readonly Reason[] = [
  {
    places: ['most'],
    reason: 'How often it repeats a request, how many redirects it follows and how long it waits are its own choice.',
  },
  { places: ['bodyFields'], change: /^'' -> /, reason: 'Only the names of these fields are used.' },
  {
    places: ['bodyFields'],
    change: /^'(?:Content-Type|Transfer-Encoding)'|^Expect/,
    reason: 'A GET after 303 may name a media type, and it sends no Transfer-Encoding and no Expect.',
  },
  { places: ['utf8'], change: /BOM|b_o_m|^true/, reason: 'The parser drops a byte order mark that the decoder keeps.' },
  {
    places: ['encodeId'],
    change: /^petId -> petId/,
    index: 0,
    reason: 'This only finds the ids that it refuses. It may refuse others that are no integers.',
  },
  {
    places: ['encodeQuery'],
    change: /length === 0 -> false/,
    reason: 'A question mark without parameters asks for the same.',
  },
  { places: ['creationOf'], change: /^'' ->/, reason: 'Whoever creates a pet gives it a category.' },
  {
    places: ['creationOf'],
    change: /^status !== undefined -> true/,
    reason: 'JSON leaves out a field that is undefined.',
  },
  {
    places: ['bodyHeaders'],
    change: /^'Content-Length'/,
    reason: 'Without a length, node:http frames the body by chunks.',
  },
  {
    places: ['bodyHeaders'],
    change: /^body -> /,
    reason: 'JSON in another case or form has the same number of bytes here.',
  },
  {
    places: ['keyHeaders', 'connect', 'createClient'],
    change: /&#0;/,
    reason: 'A bearer token has none of these characters (RFC 6750, section 2.1).',
  },
  { places: ['encodeBody'], only: gets, reason: 'A list and a get have no body.' },
  {
    places: ['call', 'redirected', 'createExchange', 'sendBody', 'createOwnExchange'],
    change: /^(?:\.\.\.\()?(?:body|creation|parts\.encodeBody)\b/,
    only: gets,
    reason: 'A list and a get have no body.',
  },
  {
    places: ['call'],
    change: /^body !== undefined -> true/,
    only: ['createPet'],
    reason: 'A creation has a body each time.',
  },
  {
    places: ['call'],
    change: /^answer\.chunks\.length/,
    only: ['createPet'],
    reason: 'The answer to a creation has a body: HEAD alone has none.',
  },
  {
    places: ['call'],
    change: /^method -> /,
    only: gets,
    reason: 'node:http sends GET if it is told no method, and the interface has no HEAD.',
  },
  {
    places: ['call'],
    change: /^url: ''|^'' -> /,
    reason: 'This stands in for an address that follows, or for a media type that is no JSON.',
  },
  { places: ['call'], change: /^timeoutMs -> /, reason: 'Nobody notices a millisecond.' },
  { places: ['call'], change: /^answer -> undefined/, reason: 'Only some wrong clients look at the head.' },
  {
    places: ['call'],
    change: /^answer\.status -> answer\.status - 1/,
    reason: 'The interface has no 300, and its body may well be what was asked for (RFC 9110, section 15.4.1).',
  },
  {
    places: ['call'],
    change: /ok: null/,
    reason: 'The interface has no HEAD, and what a client returns for one is its own choice.',
  },
  {
    places: ['call'],
    change: /HEAD/,
    only: ['createPet', 'getPet'],
    reason: 'The interface has no HEAD, and the run asks for it in lists alone.',
  },
  {
    places: ['call'],
    change: /^!parts\.isJson\(mediaType\) -> false/,
    reason: 'It may read JSON whatever its media type says.',
  },
  {
    places: ['call'],
    change: /^\{ if \(deadline/,
    reason:
      'For an error, it does not answer: that means that it cannot do the call, and the report says so of these cases.',
  },
  {
    places: ['call'],
    change: /^deadline\.signal\.aborted -> false|timeout/,
    reason: 'The call fails in time: what the adapter calls that is its own choice.',
  },
  {
    places: ['call', 'converse', 'readSafely', 'createExchange'],
    change: /^error instanceof Failure -> (?:true|false)/,
    reason: 'All that is thrown here is a failure, or is reported as one.',
  },
  { places: ['call'], change: /^request -> undefined/, reason: 'Only some wrong clients look at the request.' },
  { places: ['call'], change: /^\{ deadline\.stop/, reason: 'A timer that runs on stops nothing.' },
  {
    places: ['converse'],
    change:
      /^0 -> 1|^1 -> 2|^repeats < |^wait -> wait|^wait <= most\.wait -> (?:false|wait <)|^\{ const wait|^\{ repeats \+= 1/,
    reason: 'How often it repeats a GET and how long it waits are its own choice. It repeats no creation.',
  },
  {
    places: ['converse'],
    change: /deadline\.signal\.aborted/,
    reason: 'A request that is sent after its time fails at once.',
  },
  {
    places: ['converse'],
    change: /^30\d -> |^outcome\.status -> |^request\.url -> undefined|>= most\.redirects/,
    reason: 'It need not follow a redirect, and a GET stays a GET at each: it follows, or fails.',
  },
  {
    places: ['converse'],
    change: /^!parts\.mayFollow/,
    reason: 'It may keep POST at 301 and 302 (RFC 9110, sections 15.4.2 and 15.4.3).',
  },
  { places: ['converse'], change: /^next -> undefined/, reason: 'Only some other clients look at the next request.' },
  {
    places: ['listPets', 'createPet', 'getPet'],
    change: /-> (?:\(\) => )?undefined$/,
    reason: 'A client need not have each operation: the report says that it lacks this one.',
  },
  {
    places: ['listPets', 'getPet'],
    change: /^method|^'GET'/,
    reason: 'node:http sends GET if it is told no method, and the interface has no HEAD.',
  },
  {
    places: ['listPets', 'createPet', 'getPet'],
    change: /^timeoutMs -> /,
    reason: 'Nobody notices a millisecond.',
  },
  { places: ['listPets'], change: /^value -> value\.slice/, index: 0, reason: 'The check alone sees the other list.' },
  {
    places: ['createPet', 'getPet'],
    change: /^value -> value\.slice/,
    reason: 'A list is no pet either way.',
  },
  {
    places: ['listPets'],
    change: /^!Array\.isArray\(value\) -> false/,
    reason: 'What is no list has no `map`, and reading it fails.',
  },
  {
    places: ['listPets', 'createPet', 'getPet'],
    change: /^'(?:list|create|get)' -> /,
    reason: 'Only some wrong clients read the pets of an operation in a way of its own.',
  },
  {
    places: ['mayRepeat'],
    change: /^method === 'POST' -> true|outcome\.status|^\{/,
    only: ['createPet'],
    reason: 'It repeats no creation either way.',
  },
  {
    places: ['mayRepeat'],
    change: /^method === 'POST' -> (?:false|true|method !== 'POST')|^'POST'|^method -> |^\{/,
    only: gets,
    reason: 'These requests may be repeated, and need not be.',
  },
  {
    places: ['mayRepeat'],
    change: /^503 -> |outcome\.status === 503 -> false/,
    reason: 'It need not repeat a request after 503, and may repeat a GET after another 5xx.',
  },
  {
    places: ['waitFor'],
    change: /^(?:0|10) -> |^'' -> /,
    reason: 'How long it waits if nobody tells it is its own choice.',
  },
  { places: ['waitFor'], change: /^date -> date [+-] 1/, reason: 'Nobody notices a millisecond.' },
  {
    places: ['waitFor'],
    change: /^(?!.*-> \/\^\[0-9\]\$\/)/,
    reason: 'It then does not repeat a request, or repeats it in time: both are allowed.',
  },
  {
    places: ['redirected'],
    change: /origin -> false|^kept|^headers:|^without/,
    reason: 'It follows without its key: the other address refuses that, and the client reports it.',
  },
  {
    places: ['redirected'],
    change: /303/,
    only: gets,
    reason: 'A GET stays a GET at each redirect.',
  },
  {
    places: ['redirected'],
    change: /^method|^'GET'/,
    reason: 'node:http sends GET if it is told no method.',
  },
  {
    places: ['redirected'],
    change: /^url|^\{ method: 'GET'/,
    reason: 'It need not follow 303: it fails, and does not say that nothing was created.',
  },
  {
    places: ['mayFollow'],
    reason: 'It need not follow a redirect, and may keep POST at 301 and 302 (RFC 9110, sections 15.4.2 and 15.4.3).',
  },
  { places: ['textOf'], change: /^\{ throw/, reason: 'What follows cannot read `undefined`, and fails, too.' },
  {
    places: ['isJson'],
    change: /-> \/application/,
    reason: 'It may read JSON whatever its media type says.',
  },
  { places: ['parse'], change: /isErr\(\) -> false/, reason: 'An error has no value, and reading none fails.' },
  {
    places: ['isSuccess'],
    change: /<= 300|-> 301/,
    reason: 'The interface has no 300, and its body may well be what was asked for (RFC 9110, section 15.4.1).',
  },
  {
    places: ['readPet'],
    change: /-> String\((?:id|categoryId)\)/,
    index: 1,
    reason: 'A text of the digits is the text of a text of them.',
  },
  {
    places: ['readPet'],
    change: /^(?:id|categoryId) -> /,
    index: 0,
    reason: 'The check alone sees the other value, which passes, too.',
  },
  {
    places: ['readPet'],
    change: /^!isInteger|^typeof name/,
    reason: 'Without the check, it shows a field as absent or as it was sent: it makes nothing up.',
  },
  { places: ['readPet'], change: /^status !== undefined -> true/, reason: 'A status that is undefined is absent.' },
  {
    places: ['readError'],
    change: /^typeof/,
    reason: 'An Error body without a code or a message is none of the interface: it reports what there is.',
  },
  {
    places: ['readError'],
    change: /^message -> message: message\.trim/,
    reason: 'A message is for people: white space around it says nothing.',
  },
  {
    places: ['readError'],
    change: /^message: `The server/,
    reason: 'The status says what happened: an error without an Error body needs no message.',
  },
  {
    places: ['createFixture'],
    change: /capabilities|'(?:timeout|retries|redirects|head|gzip|text_ids)' ->|^\['timeout'/,
    reason: 'The adapter says less than its client can do, so that fewer cases judge it.',
  },
  {
    places: ['createFixture', 'connect', 'createClient'],
    change: /keepAlive|^true -> false|^agent -> undefined/,
    reason: 'It may open a connection for each call, or share those of the process.',
  },
  {
    places: ['createFixture', 'connect'],
    change: /mistake|^\(\) => \(\{\}\)/,
    reason: 'The right client has no mistake.',
  },
  {
    places: ['unreadable', 'notSent'],
    change: /message/,
    reason: 'The words of its own messages are free.',
  },
  {
    places: ['unreadable', 'notSent'],
    change: /^kind|^outcome|^'|^\{/,
    reason:
      'It fails, and does not say that a request was not sent that was: what the adapter calls that is its own choice.',
  },
  {
    places: ['isInteger'],
    change: /-> true$/,
    reason: 'Without the check, it shows a field as absent or as it was sent: it makes nothing up.',
  },
  {
    places: ['fieldsOf'],
    change: /^parse\(text\) -> parse/,
    reason: 'A list has no code and no message either way.',
  },
  {
    places: ['without'],
    reason: 'It follows with fewer fields: the other address may refuse that, and the client reports it.',
  },
  {
    places: ['header'],
    change: /^typeof value === 'string' -> true/,
    reason: 'node:http gives a list for Set-Cookie alone, which nobody asks for.',
  },
  {
    places: ['Failure'],
    change: /^false -> true/,
    reason: 'It repeats no creation, and may repeat a GET however its connection failed.',
  },
  { places: ['Failure'], change: /^error\.message/, reason: 'The words of its own messages are free.' },
  {
    places: ['isFinal'],
    change: /-> (?:false|\(\) => undefined)$|^status >= 200 -> status > 200|^200 -> /,
    reason: 'node:http asks it about interim responses alone.',
  },
  {
    places: ['startDeadline'],
    change: /^milliseconds -> milliseconds [+-] 1/,
    reason: 'Nobody notices a millisecond.',
  },
  { places: ['stop'], reason: 'A timer that runs on stops nothing.' },
  {
    places: ['outcomeOf'],
    change: /ENOTFOUND' -> (?:false|"")/,
    reason: 'Not to say that a request was not sent is allowed, if it is not sure.',
  },
  {
    places: ['outcomeOf'],
    only: gets,
    reason: 'Whether a GET was sent makes no difference: it may be sent again either way.',
  },
  {
    places: ['createExchange'],
    change: /^agent/,
    reason: 'It may open a connection for each call, or share those of the process.',
  },
  { places: ['fail'], change: /message/, reason: 'The words of its own messages are free.' },
  {
    places: ['fail', 'createExchange'],
    change: /isLost|reusedSocket|^false -> true/,
    reason: 'It repeats no creation, and may repeat a GET however its connection failed.',
  },
  {
    places: ['createExchange'],
    change: /isFinal|^statusCode|statusCode|^headers|chunks|'information'|^\[\] ->/,
    reason: 'A right client does nothing at an interim response: only some wrong clients end with one.',
  },
  {
    places: ['createExchange'],
    change: /^method/,
    only: gets,
    reason: 'node:http sends GET if it is told no method, and the interface has no HEAD.',
  },
  {
    places: ['createExchange'],
    change: /statusMessage/,
    reason: 'Only some wrong clients look at the reason phrase.',
  },
  { places: ['createExchange'], change: /^0 -> 1/, reason: 'Each answer has a status.' },
  {
    places: ['partsOf'],
    change: /^'(?:80|\/)?' -> /,
    reason: 'Each address of the run has a host, a port and a path. It may not listen on port 80, which needs no port.',
  },
  {
    places: ['partsOf'],
    change: /^\/\^http|^\[\]/,
    reason: 'Each address of the run is one from its start to its end, and names its port.',
  },
  {
    places: ['createOwnExchange'],
    change: /^(?:sizeOf|headOf|fieldOf|isLast|version) = /,
    reason: 'Only some wrong clients have these parts of their own.',
  },
  {
    places: ['createOwnExchange'],
    change: /^'' -> /,
    index: 0,
    reason: 'It closes the connection for `close` alone.',
  },
  {
    places: ['createOwnExchange'],
    change: /^(?:version|known|isLast).*-> true$/,
    reason:
      'It may open a connection for each call, and repeat a GET however its connection failed. It speaks HTTP/1.1.',
  },
  {
    places: ['createOwnExchange'],
    change: /^(?:server|known|idle|connection)\b(?! !==)/,
    reason: 'It may open a connection for each call.',
  },
  {
    places: ['createOwnExchange'],
    change: /^(?:false|true) -> |isAnswered|^known !==/,
    reason: 'It repeats no creation, and may repeat a GET however its connection failed.',
  },
  {
    places: ['leave'],
    reason: 'A connection to this machine is open at once, so that the time is over before in no case.',
  },
  {
    places: ['createOwnExchange', 'open'],
    change: /^host -> undefined/,
    reason: 'The store of a run is on this machine, which is what node:net takes for no host.',
  },
  {
    places: ['createOwnExchange'],
    change: /^Object\.entries/,
    reason: 'Fields may have any order, there are fewer than twenty, and nobody has to ask for gzip.',
  },
  {
    places: ['createOwnExchange'],
    change: /^(?:head\.status < )?200 -> /,
    reason: 'No answer of the interface has another status than this is for: 201 for a creation.',
  },
  {
    places: ['createOwnExchange'],
    change: /^message/,
    reason: 'The words of its own messages are free.',
  },
  {
    places: ['createOwnExchange'],
    change: /HEAD/,
    only: ['createPet', 'getPet'],
    reason: 'The interface has no HEAD, and the run asks for it in lists alone.',
  },
  {
    places: ['createOwnExchange'],
    change: /ECONNREFUSED|unknown/,
    only: gets,
    reason: 'Whether a GET was sent makes no difference: it may be sent again either way.',
  },
  {
    places: ['createOwnExchange'],
    change: /removeEventListener|^'abort' -> ""|^leave -> undefined/,
    reason: 'It closes the connection of a call that is over, or of none.',
  },
  {
    places: ['usualHead'],
    change: /^name -> name/,
    reason: 'The name of a field is a short token, and its case is free.',
  },
  {
    places: ['usualField'],
    change: /^(?:''|\[\]|\/\^)/,
    reason: 'A line of a head is a name, a colon and a value, from its start to its end.',
  },
  {
    places: ['open'],
    change: /^host/,
    reason: 'The store of a run is on this machine, which is what node:net takes for no host.',
  },
  {
    places: ['open'],
    change: /^once/,
    reason: 'node:net keeps what is written until a connection is open.',
  },
  {
    places: ['more'],
    change: /^!isOver -> true/,
    reason: 'At the end there are no more bytes to add.',
  },
  {
    places: ['open'],
    change: /signal/,
    reason: 'A connection to this machine is open at once, so that the time is over before in no case.',
  },
  {
    places: ['head'],
    change: /^'' -> /,
    reason: 'Each line that starts an answer has a version.',
  },
  {
    places: ['head'],
    change: /^line\(\) -> undefined/,
    reason: 'It reads a field without a name before those of the answer.',
  },
  {
    places: ['write'],
    change: /x7f|NFC/,
    only: gets,
    reason: 'A list and a get are written in ASCII.',
  },
  { places: ['head'], change: /^status -> status\.toUpperCase/, reason: 'A status is of digits.' },
  {
    places: ['head'],
    change: /^reason|^' ' -> ""/,
    reason: 'Only some wrong clients look at the reason phrase.',
  },
  {
    places: ['head'],
    change: /^fields -> fields\.slice/,
    reason: 'Fields have other names, in any order, and there are fewer than twenty.',
  },
  {
    places: ['rest'],
    change: /^buffer\.length/,
    reason: 'There are no more bytes than there are.',
  },
  {
    places: ['readBody'],
    change: /^\[\] -> /,
    reason: 'A 204 has no pet either way.',
  },
  {
    places: ['readBody'],
    change: /connection\.line\(\)\) !== '' -> false/,
    reason: 'Each answer in chunks of a run is the last one of its connection: nothing follows its trailer.',
  },
  { places: ['close'], reason: 'The run is over by then.' },
];

/** Returns why a mutant is right; `undefined` if nobody has said so. */
export function reasonFor({ mutant: { place, original, replacement, index }, only }: Row): string | undefined {
  const change = `${original} -> ${replacement}`.replace(/\s+/g, ' ');
  return reasons.find(
    (each) =>
      each.places.some((name) => place.split('.').at(-1) === name) &&
      (each.change === undefined || each.change.test(change)) &&
      (each.only === undefined || each.only.includes(only ?? 'all')) &&
      (each.index === undefined || each.index === index),
  )?.reason;
}
