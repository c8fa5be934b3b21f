// Mistakes of real clients, each as a small change of the right client.
import { parseJson, stringifyJson } from '@petstore/core';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { constants, gunzipSync } from 'node:zlib';
import { errorCode } from '../src/player/responses.ts';
import {
  alsoRepeating,
  changed,
  changingRequests,
  changingResponses,
  readingChanged,
  readingLength,
  refusing,
  withCache,
  withName,
  withStatus,
  type Fields,
} from './changes.ts';
import { Failure, rightTransport, type Deadline, type Outgoing } from './exchange.ts';
import { createOwnExchange, rightFraming } from './own-http.ts';
import { right, unreadable, without, type NewPet, type Parts } from './right-client.ts';

/** A mistake of a client, and the cases that detect it. */
export interface Mistake {
  readonly case: number;
  readonly mistake: string;
  /** Makes the parts in which the client differs from the right one. */
  readonly make: () => Partial<Parts>;
  /** The other cases that detect it. */
  readonly alsoFails: readonly number[];
  /** The verdict of every other case; `pass` by default. */
  readonly others?: 'pass' | 'not_exercised';
  /** The other cases that are not exercised. */
  readonly notExercised?: readonly number[];
}

/**
 * Makes a mistake of a client.
 *
 * @param detecting its own case, and then the others that detect it: a comment says why
 * @param parts the parts in which the client differs from the right one; a function if each client has a state of its own
 */
export function wrong(
  detecting: number | readonly [own: number, ...others: readonly number[]],
  mistake: string,
  parts: Partial<Parts> | Mistake['make'],
): Mistake {
  const [own, ...alsoFails] = typeof detecting === 'number' ? [detecting] : detecting;
  return { case: own, mistake, alsoFails, make: typeof parts === 'function' ? parts : () => parts };
}

/** Makes a mistake of a client that has its own HTTP parser. */
export function wrongParser(own: number, mistake: string, options: Parameters<typeof createOwnExchange>[0]): Mistake {
  return wrong(own, `has its own HTTP parser, and ${mistake}`, { exchange: () => createOwnExchange(options) });
}

/**
 * How much longer two clients wait for a head than they may: on a busy machine, the timer would end before the head arrives, and their
 * mistake would not show. The run accepts 3 s more.
 */
const patience = 3;

export const mistakes: readonly Mistake[] = [
  wrong(1, 'appends "/pets" to a base address that ends with a slash', { join: (baseUrl, path) => baseUrl + path }),
  // The others: its requests reach no store.
  {
    ...wrong(1, 'resolves "/pets" against the base address, as the class URL does', {
      join: (baseUrl, path) => new URL(path, baseUrl).href,
    }),
    others: 'not_exercised',
  },
  wrong(2, 'encodes a query as a whole, which leaves & and + as they are', {
    encodeQuery: (query) =>
      encodeURI(
        `?${Object.entries(query)
          .map((field) => field.join('='))
          .join('&')}`,
      ),
  }),
  // The others: they filter, and the store refuses such a query.
  wrong([3, 48, 51, 57], 'writes "undefined" for a parameter that is absent while the other is given', {
    encodeQuery: (query) =>
      Object.keys(query).length === 0
        ? ''
        : `?limit=${query.limit}&status=${encodeURIComponent(query.status ?? 'undefined')}`,
  }),
  // The others: the store refuses such a body.
  wrong([4, 48, 50], 'declares the body of a creation as text/plain', {
    bodyHeaders: (body) => ({ ...right.bodyHeaders(body), 'Content-Type': 'text/plain' }),
  }),
  wrong(5, 'sends a category as a double', {
    creationOf: (pet) => ({ ...right.creationOf(pet), categoryId: Number(pet.categoryId) }),
  }),
  wrong(6, 'sends null for a status that is not given', {
    creationOf: (pet) => ({ status: null, ...right.creationOf(pet) }),
  }),
  // The other: the form has a status, too.
  wrong([7, 6], 'creates from the form that shows the pet that was read last, its id included', () => {
    let form: Fields = {};
    return {
      readPet: (value) => right.readPet((form = value as Fields), 'list'),
      creationOf: (pet) => ({ ...form, ...right.creationOf(pet) }),
    };
  }),
  wrong(8, 'sends the key as X-Api-Key too', {
    keyHeaders: (apiKey) => ({ ...right.keyHeaders(apiKey), 'X-Api-Key': apiKey ?? '' }),
  }),
  // The others: their creations have more than ASCII.
  wrong([9, 16, 42, 50, 54, 55, 59], 'counts the characters of a body, and not its bytes', {
    bodyHeaders: (body) => ({ ...right.bodyHeaders(body), 'Content-Length': String(body.length) }),
  }),
  // The other: the name is another one.
  wrong([9, 54], 'writes what is not ASCII as question marks', {
    encodeBody: (creation) => right.encodeBody(creation)?.replace(/[^\0-\x7f]/g, '?'),
  }),
  wrong(10, 'sends {} with a GET', { encodeBody: (creation) => stringifyJson(creation ?? {}) }),
  // The others: it reads a single pet in the same way, also an id beyond int64.
  wrong([11, 52, 70], 'reads numbers as doubles', {
    parse: (text) => JSON.parse(text.replace(/^\ufeff/, '')) as unknown,
  }),
  wrong(12, 'refuses an integer that is not written as digits', {
    parse: refusing(right.parse, (text) => /":\s*-?[0-9]+[.e]/i.test(text)),
  }),
  wrong(13, 'refuses an error with a field that it does not know', {
    readError: refusing(right.readError, ({ text }) => /"(?!code|message|status)[a-z]+":/.test(text)),
  }),
  // The others: their spellings have other names, too.
  wrong([13, 16, 84], 'refuses a pet with a field that it does not know', {
    readPet: refusing(right.readPet, (value) =>
      Object.keys(value as Fields).some((name) => !['id', 'name', 'categoryId', 'status'].includes(name)),
    ),
  }),
  wrong(14, 'refuses a list for an unknown status in it', {
    readPet: refusing(right.readPet, (value) => {
      const { status = 'available' } = value as Fields;
      return !['available', 'pending', 'sold'].includes(String(status));
    }),
  }),
  // The others: they expect pets without a status, too.
  wrong([15, 16, 51, 69], 'takes a pet without a status for available', {
    readPet: readingChanged((pet) => ({ ...pet, status: pet.status ?? 'available' })),
  }),
  // The others: it expects a pet without a status, too.
  wrong([15, 16, 69], 'takes a pet that it has created for available', {
    readPet: readingChanged((pet, operation) => (operation === 'create' ? { status: 'available', ...pet } : pet)),
  }),
  wrong(84, 'ignores the case of names, as encoding/json of Go does', {
    readPet: readingChanged((pet) => {
      const { categoryid: categoryId, ...others } = Object.fromEntries(
        Object.entries(pet).map(([name, each]) => [name.toLowerCase(), each]),
      );
      return { ...others, categoryId };
    }),
  }),
  wrong(16, 'copies fields into an object, __proto__ included', {
    readPet: readingChanged((pet) => {
      const copy: Record<string, unknown> = {};
      for (const [name, each] of Object.entries(pet)) copy[name] = each;
      return copy;
    }),
  }),
  wrong(17, 'looks for "application/json" in lower case', {
    isJson: (mediaType) => mediaType.startsWith('application/json'),
  }),
  // The others: an error is also divided inside its characters, and it takes bytes that are not UTF-8 for the character U+FFFD.
  wrong([18, 24, 75], 'decodes each chunk on its own', {
    textOf: (chunks) => chunks.map((chunk) => Buffer.from(chunk).toString()).join(''),
  }),
  wrongParser(19, 'takes the whole line of a chunk, extensions included, for its size', {
    sizeOf(line) {
      const size = Number(`0x${line}`);
      if (Number.isNaN(size)) throw new Error(`The size of a chunk is wrong: ${line}`);
      return size;
    },
  }),
  wrong(20, 'takes a body without a length for empty', {
    readBody: (response, deadline) =>
      response.headers['content-length'] === undefined && response.headers['transfer-encoding'] === undefined
        ? Promise.resolve([])
        : right.readBody(response, deadline),
  }),
  wrong(21, 'takes 103 for the response', { isFinal: () => true }),
  // The other: that is gzip, too.
  wrong([22, 81], 'asks for gzip, and reads it as text', { decompress: ({ chunks }) => chunks }),
  wrong(23, 'leaves a byte order mark to the parser', {
    parse(text) {
      const value = parseJson(text);
      if (value.isErr()) throw unreadable(value.error.message);
      return value.value;
    },
  }),
  // The other: it keeps no code either.
  wrong([24, 61], 'keeps only the status of an error', {
    readError: ({ status }) => ({ kind: 'api', status, message: `HTTP ${status}` }),
  }),
  // The other: the status of an error is wrong.
  wrong([25, 24], 'takes 401 for 404', {
    readError: changed(right.readError, (error) => (error.status === 401 ? { ...error, status: 404 } : error)),
  }),
  // The other: some of its bodies are no JSON either.
  wrong([26, 72], 'parses the body of every error', {
    readError(response, parts) {
      if (response.text !== '') parts.parse(response.text);
      return right.readError(response, parts);
    },
  }),
  // The others: redirects, a 304 and a response to HEAD have no body.
  wrong([27, 37, 44, 60, 77], 'crashes for an error without a body', {
    readError(response, parts) {
      if (response.text === '') throw new TypeError("Cannot read properties of undefined (reading 'code')");
      return right.readError(response, parts);
    },
  }),
  // The others: their statuses are unknown, too.
  wrong([28, 66, 77, 72], 'takes a status that it does not know for success', {
    isSuccess: (status) => ![400, 401, 404, 405, 500, 501, 502, 503, 504].includes(status),
  }),
  // The other: it reads bodies that no store writes.
  wrong([29, 72], 'believes the status of the body', {
    readError(response, parts) {
      const { status = response.status } =
        right.isJson(response.mediaType) && response.text !== ''
          ? (right.parse(response.text) as { status?: number })
          : {};
      return { ...right.readError(response, parts), status };
    },
  }),
  wrong(30, 'adds the head of the request to the message of a lost connection', {
    report: ({ error }, { method, headers }) => ({
      ...error,
      message: `${method} with ${JSON.stringify(headers)} failed: ${error.message}`,
    }),
  }),
  wrong(31, 'takes what came of a body for the whole, if it has a Content-Length', {
    readBody: (response, deadline) => readWhatArrives(response, deadline, 'content-length'),
  }),
  wrong(32, 'takes what came of a body for the whole, if it is chunked', {
    readBody: (response, deadline) => readWhatArrives(response, deadline, 'transfer-encoding'),
  }),
  // The other: it waits too long for the head of a second attempt.
  wrong([33, 34], 'looks at the clock only when some of the body arrives', {
    startDeadline(milliseconds) {
      const end = Date.now() + 2 * milliseconds; // on a busy machine, the first attempt of case 34 takes longer than it should
      const deadline = rightTransport.startDeadline(patience * milliseconds);
      return {
        ...deadline,
        onHead: deadline.stop,
        onBytes() {
          if (Date.now() > end) throw new Failure({ kind: 'timeout', message: 'It took too long.' });
        },
      };
    },
  }),
  // The other: without a timer after the head, nothing ends a body that stalls or dribbles.
  wrong([33, 34], 'clears its timer when the head arrives', {
    startDeadline(milliseconds) {
      const deadline = rightTransport.startDeadline(patience * milliseconds);
      return { ...deadline, onHead: deadline.stop };
    },
  }),
  wrong(34, 'sets its timer again whenever some of the body arrives', {
    startDeadline(milliseconds) {
      const deadline = rightTransport.startDeadline(milliseconds);
      return { ...deadline, onHead: deadline.again, onBytes: deadline.again };
    },
  }),
  wrong(35, 'takes every request without a response for not sent', { outcomeOf: () => 'not_sent' }),
  wrong(36, 'repeats any request that a reused connection lost, as curl does', {
    mayRepeat: (request, outcome) => (outcome instanceof Failure ? outcome.isLost : right.mayRepeat(request, outcome)),
  }),
  wrong(37, 'repeats any request after 503', { mayRepeat: alsoRepeating(({ status }) => status === 503) }),
  wrong(38, 'repeats no request that a connection lost', {
    mayRepeat: (request, outcome) => !(outcome instanceof Failure) && right.mayRepeat(request, outcome),
  }),
  wrong(39, 'reads Retry-After as seconds only', { waitFor: (retryAfter) => (Number(retryAfter ?? 0) || 0) * 1_000 }),
  wrong(40, 'repeats a GET after every error', {
    mayRepeat: alsoRepeating(({ status }, { method }) => method === 'GET' && status >= 400),
  }),
  wrong(41, 'keeps the key at every redirect', {
    redirected: (request, status, url) => right.redirected(request, status, url, {}),
  }),
  wrong(42, 'takes 307 and 308 for 303', {
    redirected: (request, status, url, key) => right.redirected(request, status > 303 ? 303 : status, url, key),
    mayFollow: (request, status, next) => status > 303 || right.mayFollow(request, status, next),
  }),
  wrong(43, 'splits Link at every comma', {
    checkHead: refusing(
      right.checkHead,
      ({ headers: { link } }) => typeof link === 'string' && !link.split(',').every((each) => /^\s*<[^>]*>/.test(each)),
    ),
  }),
  // The other: a 204 has no body either, whatever its Content-Length says.
  wrong([44, 89], 'waits for as many bytes as Content-Length says, whatever it asked for', {
    async readBody(response, deadline) {
      const chunks = await right.readBody(response, deadline);
      const { length } = Buffer.concat(chunks);
      if (length < Number(response.headers['content-length'] ?? 0)) {
        await once(response, 'data', { signal: deadline.signal });
      }
      return chunks;
    },
  }),
  wrong(45, 'reads at most 4096 bytes of an error, and leaves the rest in its connection', {
    readBody: (response, deadline) =>
      response.statusCode === 401 ? readBeginning(response, 4_096) : right.readBody(response, deadline),
  }),
  // The other: the pet of that case has a status.
  wrong([46, 48], 'never sends a status', {
    creationOf: ({ name, categoryId }) => right.creationOf({ name, categoryId } as NewPet),
  }),
  // The others: their pets have a status.
  wrong([47, 15, 48, 51, 57, 69], 'never reads a status', {
    readPet: readingChanged((pet) => ({ ...pet, status: undefined })),
  }),
  // The others: it counts creations.
  wrong([48, 57, 80], 'sends a creation again with its status', {
    mayRepeat: alsoRepeating(({ status }, { body = '' }) => status < 300 && body.includes('"status"')),
  }),
  // The others: the store refuses the creation.
  {
    ...wrong([49, 48], 'sends no key with a creation', { exchange: withoutKey(({ method }) => method === 'POST') }),
    notExercised: [8, 50],
  },
  // The other: the store refuses such a body.
  wrong([50, 48], 'declares the body of a creation as Latin 1', {
    bodyHeaders: (body) => ({
      ...right.bodyHeaders(body),
      'Content-Type': 'application/json; charset=ISO-8859-1',
    }),
  }),
  // The others: their lists have several names.
  wrong([51, 48, 55, 57], 'sorts a list by name', {
    arrange: (pets) => [...pets].sort((one, other) => nameOf(one).localeCompare(nameOf(other))),
  }),
  // The other: it makes a zero of null.
  wrong([52, 70], 'reads the integers of a single pet as doubles', {
    readPet: readingChanged((pet, operation) =>
      operation === 'list' ? pet : { ...pet, categoryId: Number(pet.categoryId), id: Number(pet.id) },
    ),
  }),
  wrong(53, 'makes a double of the id', {
    encodeId: (petId) => right.encodeId(/^\d+$/.test(petId) ? BigInt(Number(petId)).toString() : petId),
  }),
  wrong(54, 'trims the name of a creation', {
    creationOf: (pet) => right.creationOf({ ...pet, name: (pet.name ?? '').trim() }),
  }),
  wrong(55, 'trims the names that it reads', { readPet: withName((name) => name.trim()) }),
  wrong(56, 'takes an unknown status for available', {
    readPet: withStatus((status) => (status === 'pending' || status === 'sold' ? status : 'available')),
  }),
  // The others: they ask for a list twice.
  {
    ...wrong([57, 65], 'keeps the responses of lists', () => ({
      exchange: withCache((url) => url.includes('/pets') && !/pets\/./.test(url)),
    })),
    notExercised: [3],
  },
  wrong(58, 'takes a list of no bytes for an empty one', { parse: (text) => (text === '' ? [] : right.parse(text)) }),
  wrong(59, 'puts a byte order mark before a body', {
    encodeBody: (creation) => creation && `\ufeff${right.encodeBody(creation)}`,
  }),
  wrong(60, 'takes what a GET answered after 301 for the created pet', {
    redirected: (request, status, url, key) =>
      right.redirected(request, request.method === 'POST' && status < 303 ? 303 : status, url, key),
    mayFollow: () => true,
  }),
  wrong(61, 'makes the code up from the status', {
    readError: changed(right.readError, (error, { status }) =>
      error.code === undefined ? error : { ...error, code: errorCode(status) },
    ),
  }),
  wrong(62, 'takes what comes out of a broken gzip for the whole', {
    decompress: (response) =>
      response.headers['content-encoding'] === 'gzip'
        ? [gunzipSync(Buffer.concat(response.chunks), { finishFlush: constants.Z_SYNC_FLUSH })]
        : right.decompress(response),
  }),
  wrong(63, 'asks for XML, and reads JSON', {
    keyHeaders: (apiKey) => ({ ...right.keyHeaders(apiKey), Accept: 'application/xml' }),
  }),
  // The other: it names that server behind a redirect, too.
  wrong([64, 85], 'names another server in Host', {
    exchange: changingRequests(({ headers, ...request }) => ({
      ...request,
      headers: { ...headers, Host: 'petstore.example.com' },
    })),
  }),
  wrong(65, 'forgets its key when it is refused', () => {
    let isOut = false;
    return {
      exchange: withoutKey(() => isOut),
      readError(response, parts) {
        isOut ||= response.status === 401;
        return right.readError(response, parts);
      },
    };
  }),
  // The other: it looks at 399, too.
  wrong([66, 77], 'believes a body that looks like pets, whatever the status is', {
    exchange: changingResponses((response) =>
      Buffer.concat(response.chunks).includes('"id":') ? { ...response, status: 200 } : response,
    ),
  }),
  wrong(67, 'looks at the reason phrase, too', {
    checkHead: refusing(
      right.checkHead,
      ({ status, reason = '' }) => (status === 200 || status === 201) && !['OK', 'Created'].includes(reason),
    ),
  }),
  wrongParser(68, 'keeps the connection after a response of HTTP/1.0', {
    isLast: ({ headers }) => headers.connection === 'close',
  }),
  // The other: the name is that of the last call.
  wrong([69, 83], 'returns the name that it was given for a new pet', () => {
    let given: string | undefined;
    return {
      creationOf: (pet) => right.creationOf({ ...pet, name: (given = pet.name ?? '') }),
      readPet: (value, operation) => withName((name) => (operation === 'create' ? given : name))(value, operation),
    };
  }),
  wrong(70, 'has zeros for what a pet does not have, as structs of Go do', {
    readPet: readingChanged((pet) =>
      Object(pet) === pet && !Array.isArray(pet) ? { id: 0, name: '', categoryId: 0, ...pet } : pet,
    ),
  }),
  wrongParser(71, 'expects a space after the colon of a field', {
    fieldOf(line) {
      const [name = '', value = ''] = line.split(': ');
      return [name.toLowerCase(), value.trim()];
    },
  }),
  wrong(72, 'fails over an Error body without a code', {
    readError: refusing(
      right.readError,
      (response, parts) =>
        right.readError(response, parts).code === undefined && parts.isJson(response.mediaType) && response.text !== '',
    ),
  }),
  wrong(73, 'takes only 200, 201 and 204 for success', {
    isSuccess: (status) => [200, 201, 204].includes(status),
    readError: refusing(right.readError, ({ status }) => status < 300),
  }),
  wrong(74, 'sends a creation again whose response is empty', {
    mayRepeat: alsoRepeating(({ status, chunks }) => status < 300 && Buffer.concat(chunks).length === 0),
  }),
  wrong(75, 'reads bytes that are not UTF-8 as U+FFFD', { textOf: (chunks) => Buffer.concat(chunks).toString('utf8') }),
  wrong(76, 'follows redirects for ever', { maxRedirects: Infinity }),
  wrong(77, 'takes every status below 400 for success', { isSuccess: (status) => status < 400 }),
  wrong(78, 'sends a creation again at 303', {
    redirected: (request, status, url, key) => right.redirected(request, status === 303 ? 307 : status, url, key),
  }),
  wrong(78, 'sends the body of a creation again at 303, with GET', {
    redirected: (request, status, url, key) => ({
      ...right.redirected(request, status === 303 ? 307 : status, url, key),
      ...(status === 303 && { method: 'GET' }),
    }),
  }),
  wrong(79, 'writes an absent key as undefined', {
    keyHeaders: (apiKey) => ({ Authorization: `Bearer ${String(apiKey)}` }),
  }),
  wrongParser(86, 'takes what comes behind a response for the next one', { unasked: 'keep' }),
  wrongParser(87, 'reads the digits at the beginning of a length', {
    framingOf: readingLength((length) => Number.parseInt(length)),
  }),
  wrongParser(88, 'looks for a length first', {
    framingOf(head) {
      const { 'transfer-encoding': coding, ...headers } = head.headers;
      return rightFraming('content-length' in headers ? { ...head, headers } : head);
    },
  }),
  wrongParser(89, 'waits for the length of a 204', {
    framingOf: (head) => (head.status === 204 ? Number(head.headers['content-length'] ?? 0) : rightFraming(head)),
  }),
];

/** Reads what arrives of a body, and ignores that the rest is missing, if the body has this header field. */
export async function readWhatArrives(response: IncomingMessage, deadline: Deadline, framing: string) {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of response as AsyncIterable<Uint8Array>) {
      deadline.onBytes();
      chunks.push(chunk);
    }
  } catch (error) {
    if (deadline.signal.aborted || response.headers[framing] === undefined) throw error;
  }
  return chunks;
}

async function readBeginning(response: IncomingMessage, maxBytes: number): Promise<readonly Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk as Uint8Array);
    if (Buffer.concat(chunks).length >= maxBytes) break;
  }
  return chunks;
}

/** Makes an exchange that sends some requests without the key. */
function withoutKey(isAffected: (request: Outgoing) => boolean): Parts['exchange'] {
  return changingRequests((request) =>
    isAffected(request) ? { ...request, headers: without(request.headers, 'Authorization') } : request,
  );
}

function nameOf(pet: unknown): string {
  return (pet as { readonly name: string }).name;
}
