// Right clients that do something in an unusual way. No case may blame them.
import type { OperationName } from '@petstore/http';
import { toInt64 } from '@petstore/core';
import { randomUUID } from 'node:crypto';
import { Agent, type ClientRequest } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { ClientFixture, ClientUnderTest } from '../src/adapter/client-fixture.ts';
import type { Capability, ClientResult } from '../src/adapter/protocol.ts';
import type { Verdict } from '../src/report/report.ts';
import { createExchange, Failure, type Exchange, type Outgoing } from './exchange.ts';
import { createOwnExchange, rightFraming } from './own-http.ts';
import { without } from './rare-mistakes.ts';
import { right, unreadable, type Parts } from './right-client.ts';

/** A right client, and how it differs from {@link right}. */
export interface UnusualClient {
  readonly client: string;
  readonly make?: () => Partial<Parts>;
  /** Changes the whole client. */
  readonly wrap?: (client: ClientUnderTest) => ClientUnderTest;
  /** The operation that it does not have. */
  readonly lacks?: OperationName;
  /** What the client can do; everything by default. */
  readonly capabilities?: readonly Capability[];
  /** The verdicts of the cases that cannot pass, because the client does not do what they judge. */
  readonly verdicts?: Readonly<Record<number, Exclude<Verdict, 'fail' | 'warn' | 'harness_error'>>>;
  /** The cases to run; all by default. */
  readonly only?: readonly number[];
}

/** Makes an unusual client. Parts are a function if each client has a state of its own. */
function unusual(client: string, parts: Partial<Parts> | (() => Partial<Parts>)): UnusualClient {
  return { client, make: typeof parts === 'function' ? parts : () => parts };
}

type Headers = Outgoing['headers'];
type Fields = Readonly<Record<string, unknown>>;

/** Makes parts that change the exchange of each request. */
function exchanging(change: (exchange: Exchange) => Exchange): Partial<Parts> {
  return { exchange: (agent, parts) => change(createExchange(agent, parts)) };
}

/** Makes parts that send each request with more header fields. */
function sendingHeaders(more: (request: Outgoing) => Headers): Partial<Parts> {
  return exchanging(
    (exchange) => (request, deadline) =>
      exchange({ ...request, headers: { ...request.headers, ...more(request) } }, deadline),
  );
}

/** A client that never reuses a connection cannot exercise the case about reused connections. */
const reusesNothing = { 38: 'not_exercised' } as const;

/** Makes a part that declares a body with this Content-Type. */
const declaring =
  (contentType: string): Parts['bodyHeaders'] =>
  (body) => ({ ...right.bodyHeaders(body), 'Content-Type': contentType });

/** Makes a part that writes the scheme of the key in this way. */
const withScheme =
  (scheme: string): Parts['keyHeaders'] =>
  (apiKey): Headers =>
    apiKey === undefined ? {} : { Authorization: `${scheme}${apiKey}` };

/** The spellings of the media type that the store accepts. */
const contentTypes = [
  'application/json; charset=utf-8',
  'application/json;charset=UTF-8',
  'application/json; charset="utf-8"',
  'application/json; charset="UTF-8"',
  "application/json; charset='utf-8'",
  'application/json ; charset = utf8',
  'Application/JSON; Charset=UTF_8',
  'application/json; profile="a;b"; charset=utf-8',
  'application/json;',
];

/** Values of Accept that application/json matches. */
const accepts = [
  '*/*',
  'application/json',
  'application/*',
  'application/*;q=0.5',
  'Application/JSON;charset=utf-8',
  'text/html, application/xhtml+xml, */*;q=0.1',
  'application/problem+json;q=0.5 , application/json ; q=0.9',
];

/** Makes parts that show an unknown status in some way. */
const unknownStatus = (show: (status: unknown) => Fields): Partial<Parts> => ({
  readPet(value, operation) {
    const { status, ...pet } = right.readPet(value, operation) as Fields;
    const isKnown = [undefined, 'available', 'pending', 'sold'].some((known) => known === status);
    return { ...pet, ...(isKnown ? { status } : show(status)) };
  },
});

/** Sends a body after the server has answered `100 Continue`. */
function waitsForContinue(sent: ClientRequest, body: string | undefined): void {
  if (body === undefined) return void sent.end();
  sent.flushHeaders();
  sent.once('continue', () => sent.end(body));
  // Without a 100, the final response is there already. Then the connection cannot be used again.
  sent.once('response', (response) => response.once('end', () => sent.writableEnded || sent.destroy()));
}

/** Makes parts that send another request before each request, and ignore its response. */
const sendsFirst = (first: (request: Outgoing) => Outgoing): Partial<Parts> =>
  exchanging((exchange) => async (request, deadline) => {
    await exchange(first(request), deadline).catch(() => undefined);
    return exchange(request, deadline);
  });

/** Makes parts that send each request without its key first, and with the key after a challenge. */
function answersChallenges(): Partial<Parts> {
  return exchanging((exchange) => {
    return async (request, deadline) => {
      const first = await exchange({ ...request, headers: without(request.headers, 'Authorization') }, deadline);
      if (first.status !== 401 || request.headers.Authorization === undefined) return first;
      if (!/^bearer\b/i.test(String(first.headers['www-authenticate'])))
        throw unreadable('It asks for no bearer token.');
      return exchange(request, deadline);
    };
  });
}

/** Makes parts that repeat a GET after any failure, up to four times, with a pause that doubles. */
function repeatsGets(): Partial<Parts> {
  return {
    mayRepeat: () => false,
    ...exchanging((exchange) => async (request, deadline) => {
      for (let count = 0; ; count++) {
        const outcome = await exchange(request, deadline).catch((error: unknown) => error as Failure);
        const hasFailed = outcome instanceof Error || [500, 502, 503, 504].includes(outcome.status);
        if (request.method === 'GET' && hasFailed && count < 4 && !deadline.signal.aborted) {
          const header = outcome instanceof Error ? undefined : outcome.headers['retry-after'];
          const wait = Math.max(20 * 2 ** count, header === undefined ? 0 : right.waitFor(String(header)));
          if (wait < 10_000) {
            await pause(wait, undefined, { signal: deadline.signal });
            continue;
          }
        }
        if (outcome instanceof Error) throw outcome;
        return outcome;
      }
    }),
  };
}

/** Makes the client fail if a response does not match the request. */
function checksResponses(client: ClientUnderTest): ClientUnderTest {
  type Pet = Readonly<Record<'id' | 'name' | 'categoryId' | 'status', string | undefined>>;
  const failed: ClientResult = { error: { kind: 'decode', message: 'The response does not match the request.' } };
  const checked = (result: ClientResult | undefined, isRight: (value: unknown) => boolean): ClientResult =>
    result === undefined || ('ok' in result && result.ok !== null && !isRight(result.ok)) ? failed : result;
  return {
    async listPets(query, context) {
      return checked(await client.listPets?.(query, context), (value) => {
        const pets = value as readonly Pet[];
        const areUnique = new Set(pets.map(({ id }) => id)).size === pets.length;
        const isShort = pets.length <= Number(query.limit ?? 20);
        return (
          areUnique && isShort && pets.every(({ status }) => query.status === undefined || status === query.status)
        );
      });
    },
    async createPet(newPet, context) {
      return checked(await client.createPet?.(newPet, context), (value) => {
        const { name, categoryId, status } = value as Pet;
        const hasStatus = newPet.status === undefined || status === newPet.status;
        return name === newPet.name && categoryId === newPet.categoryId && hasStatus;
      });
    },
    async getPet(petId, context) {
      return checked(await client.getPet?.(petId, context), (value) => (value as Pet).id === petId);
    },
  };
}

/** Makes the client refuse arguments that no store can accept, without sending anything. */
function validates(client: ClientUnderTest): ClientUnderTest {
  const refused: ClientResult = { error: { kind: 'transport', outcome: 'not_sent', message: 'That is not possible.' } };
  const ask = async (isPossible: boolean, call: () => Promise<ClientResult> | undefined) =>
    isPossible ? ((await call()) ?? refused) : refused;
  const isInt64 = (digits = '') => /^-?[0-9]+$/.test(digits) && toInt64(BigInt(digits)) !== undefined;
  const isStatus = (status = 'sold') => ['available', 'pending', 'sold'].includes(status);
  return {
    listPets: (query, context) =>
      ask(isStatus(query.status) && Number(query.limit ?? 1) >= 1 && Number(query.limit ?? 1) <= 100, () =>
        client.listPets?.(query, context),
      ),
    createPet: (pet, context) =>
      ask(isStatus(pet.status) && isInt64(pet.categoryId), () => client.createPet?.(pet, context)),
    getPet: (petId, context) => ask(isInt64(petId) && BigInt(petId) > 0n, () => client.getPet?.(petId, context)),
  };
}

/** Makes a wrapper that changes the pets that a client returns. */
function returning(change: (pet: Fields) => unknown): (client: ClientUnderTest) => ClientUnderTest {
  const changed = (result: ClientResult | undefined): ClientResult => {
    if (result === undefined) throw new Error('The client has every operation.');
    if (!('ok' in result) || result.ok === null) return result;
    return { ok: Array.isArray(result.ok) ? Object.freeze(result.ok.map(change)) : change(result.ok as Fields) };
  };
  return (client) => ({
    listPets: async (...args) => changed(await client.listPets?.(...args)),
    createPet: async (...args) => changed(await client.createPet?.(...args)),
    getPet: async (...args) => changed(await client.getPet?.(...args)),
  });
}

function notSupported(...numbers: readonly number[]): Record<number, 'not_supported'> {
  return Object.fromEntries(numbers.map((number) => [number, 'not_supported']));
}

export const unusualClients: readonly UnusualClient[] = [
  // Bodies.
  unusual('sends chunked bodies', {
    bodyHeaders: () => ({ 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' }),
  }),
  unusual('sends Expect: 100-continue with a body, and waits for 100', {
    bodyHeaders: (body) => ({ ...right.bodyHeaders(body), Expect: '100-continue' }),
    sendBody: waitsForContinue,
  }),
  unusual('sends Expect: 100-continue with a body, and does not wait', {
    bodyHeaders: (body) => ({ ...right.bodyHeaders(body), Expect: '100-continue' }),
  }),
  unusual('sends a body in two pieces, with a pause between them', {
    sendBody(sent, body) {
      if (body === undefined) return void sent.end();
      const bytes = Buffer.from(body);
      sent.write(bytes.subarray(0, 9));
      setTimeout(() => sent.end(bytes.subarray(9)), 5);
    },
  }),
  unusual('writes JSON in ASCII', {
    encodeBody: (creation) =>
      right
        .encodeBody(creation)
        ?.replace(/[^\0-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  }),
  unusual('escapes more than it has to in JSON', {
    encodeBody: (creation) =>
      right
        .encodeBody(creation)
        ?.replaceAll('/', '\\/')
        .replace(
          /[<>&'\u2028\u2029]/g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
        ),
  }),
  unusual('writes the fields of a body in another order, one a line', {
    encodeBody(creation) {
      const fields = Object.entries(creation ?? {}).reverse();
      const lines = fields.map(([name, value]) => `\t"${name}" : ${right.encodeBody({ value })?.slice(9, -1)}`);
      return creation && `\r\n{\n${lines.join(' ,\n')}\n}\n`;
    },
  }),
  unusual('writes a small integer as 1.0 or 1e0', {
    encodeBody: (creation) => right.encodeBody(creation)?.replace(/("categoryId":-?[0-9]{1,4})\b/, '$1.0e0'),
  }),
  unusual('writes 10^18 as 1e18', {
    encodeBody: (creation) => right.encodeBody(creation)?.replace(/:1000000000000000000\b/, ':1e18'),
  }),
  ...contentTypes.map((contentType) => ({
    ...unusual(`declares its bodies as ${contentType}`, { bodyHeaders: declaring(contentType) }),
    only: [4, 9, 48, 50],
  })),

  // Heads.
  ...accepts.map((accept) => ({
    ...unusual(`sends Accept: ${accept}`, () => sendingHeaders(() => ({ Accept: accept }))),
    only: [26, 48, 63],
  })),
  unusual('writes bearer in lower case', { keyHeaders: withScheme('bearer ') }),
  unusual('writes two spaces behind Bearer', { keyHeaders: withScheme('Bearer  ') }),
  unusual('sends an Idempotency-Key with each creation', () =>
    sendingHeaders(({ method }): Headers => (method === 'POST' ? { 'Idempotency-Key': randomUUID() } : {})),
  ),
  unusual('sends many other header fields, with GET a Content-Type and a length of 0, too', () =>
    sendingHeaders(({ method }) => ({
      'User-Agent': 'Mozilla/5.0 (X11; Linux) pets/1.0 (+https://example.com/?a=b)',
      'X-Request-Id': randomUUID(),
      'X-Api-Version': '1.0.0',
      traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
      tracestate: 'a=b,c=d',
      baggage: 'user=rex',
      'Cache-Control': 'no-cache, no-store, max-age=0',
      Pragma: 'no-cache',
      'Accept-Language': 'de;q=0.9, *;q=0.1',
      'Accept-Charset': 'utf-8',
      Origin: 'http://localhost:3000',
      Referer: 'http://localhost:3000/pets',
      DNT: '1',
      TE: 'trailers',
      Date: new Date().toUTCString(),
      ...(method !== 'POST' && { 'Content-Type': 'application/json', 'Content-Length': '0' }),
    })),
  ),
  unusual('writes the names of fields in lower case, no space behind them, and an empty line first', {
    exchange: () =>
      createOwnExchange({
        headOf: (start, fields) =>
          ['', start, ...fields.map(([name, value]) => `${name.toLowerCase()}:${value}`), '', ''].join('\r\n'),
      }),
  }),
  unusual('discards what comes behind a response, and keeps its connection', {
    exchange: () => createOwnExchange({ unasked: 'discard' }),
  }),
  unusual('refuses a response with both a length and chunks', {
    exchange: () =>
      createOwnExchange({
        framingOf(head) {
          const { 'content-length': length, 'transfer-encoding': coding } = head.headers;
          if (length !== undefined && coding !== undefined) throw new Error('It has two lengths.');
          return rightFraming(head);
        },
      }),
  }),
  unusual('sends the whole URL as the target, as to a proxy', { targetOf: (url) => url }),
  {
    ...unusual('offers HTTP/2 in each request', () =>
      sendingHeaders(() => ({
        Connection: 'Upgrade, HTTP2-Settings',
        Upgrade: 'h2c',
        'HTTP2-Settings': 'AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA',
      })),
    ),
    verdicts: reusesNothing,
  },
  unusual('asks without its key first', answersChallenges),
  unusual('wants the challenge of a 401', {
    checkHead({ status, headers }) {
      if (status === 401 && headers['www-authenticate'] === undefined) throw unreadable('It has no challenge.');
    },
  }),

  // Targets.
  unusual('always sends limit=20, and the status before it', {
    encodeQuery: ({ limit = '20', status }) => `?${status === undefined ? '' : `status=${status}&`}limit=${limit}`,
  }),
  unusual('leaves out limit=20, which is the default', {
    encodeQuery: ({ limit, status }) =>
      right.encodeQuery({
        ...(limit !== undefined && limit !== '20' && { limit }),
        ...(status !== undefined && { status }),
      }),
  }),
  unusual('percent-encodes every byte of an id', {
    encodeId(petId) {
      right.encodeId(petId); // it refuses dots
      return [...Buffer.from(petId)].map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join('');
    },
  }),
  unusual('sends a question mark without a query', { encodeQuery: (query) => right.encodeQuery(query) || '?' }),
  unusual('percent-encodes letters and digits in path and query that need no encoding', {
    encodeId: (petId) => right.encodeId(petId).replace(/(?<!%.?)[0-9a-f]/g, percent),
    encodeQuery: (query) => right.encodeQuery(query).replace(/[ls0-9]/g, percent),
    join: (baseUrl, path) => right.join(baseUrl, path.replace('pets', '%70%65ts')),
  }),
  unusual('writes percent-encodings in lower case', {
    encodeId: (petId) => right.encodeId(petId).replace(/%../g, (code) => code.toLowerCase()),
  }),

  // Connections.
  {
    ...unusual('opens a new connection for each call', {
      exchange: (_, parts) => createExchange(new Agent({ keepAlive: false }), parts),
    }),
    verdicts: reusesNothing,
  },
  {
    ...unusual('speaks HTTP/1.0', { exchange: () => createOwnExchange({ version: '1.0' }) }),
    verdicts: { ...reusesNothing, ...notSupported(18, 19, 21, 32, 88) },
  },
  unusual('has three connections, and takes one after the other', {
    exchange(_, parts) {
      const exchanges = [1, 2, 3].map(() => createExchange(new Agent({ keepAlive: true, maxSockets: 1 }), parts));
      let last = 0;
      return (request, deadline) => {
        last = (last + 1) % 3;
        const next = exchanges[last];
        if (next === undefined) throw new Error('There are three.');
        return next(request, deadline);
      };
    },
  }),

  // Repeats, redirects.
  unusual('repeats each GET that failed four times, with pauses', repeatsGets),
  {
    ...unusual('repeats nothing but what was not sent', {
      mayRepeat: (_, outcome) => outcome instanceof Failure && outcome.error.outcome === 'not_sent',
    }),
    capabilities: ['timeout', 'redirects', 'head', 'gzip', 'text_ids', 'concurrent'],
    verdicts: { 38: 'note', ...notSupported(39, 80) },
  },
  unusual('sends HEAD before each GET', () =>
    sendsFirst(({ url, headers }) => ({
      method: 'HEAD',
      url,
      headers: without(headers, 'Content-Type', 'Content-Length'),
    })),
  ),
  unusual('sends OPTIONS before each request, as a browser does', () =>
    sendsFirst(({ method, url }) => ({
      method: 'OPTIONS',
      url,
      headers: {
        Origin: 'http://localhost:3000',
        'Access-Control-Request-Method': method,
        'Access-Control-Request-Headers': 'authorization, content-type',
      },
    })),
  ),
  {
    ...unusual('follows no redirect', { mayFollow: () => false }),
    capabilities: ['timeout', 'retries', 'head', 'gzip', 'text_ids', 'concurrent'],
    verdicts: notSupported(41, 42, 60, 76, 78, 85),
  },
  unusual('follows redirects without its key, also within an origin', {
    redirected: (request, status, url, key) =>
      right.redirected({ ...request, headers: without(request.headers, ...Object.keys(key)) }, status, url, key),
  }),
  unusual('follows only redirects of GET within an origin', {
    mayFollow: ({ method, url }, _, next) => method === 'GET' && new URL(url).origin === new URL(next.url).origin,
  }),
  unusual('keeps POST at 301 and 302', { mayFollow: () => true }),

  // Responses.
  unusual('reads any media type as JSON', { isJson: () => true }),
  unusual('takes the first of two equal names', {
    parse: (text) => right.parse(text.replace(/("(?:id|name|categoryId)":)([^,{}[\]]+),\1[^,{}[\]]+/g, '$1$2')),
  }),
  unusual('reads an integer from a string of digits, too', {
    readPet(value, operation) {
      const toInteger = (field: unknown) =>
        typeof field === 'string' && /^-?[0-9]+$/.test(field) ? BigInt(field) : field;
      const { id, categoryId, ...pet } = value as Fields;
      return right.readPet({ ...pet, id: toInteger(id), categoryId: toInteger(categoryId) }, operation);
    },
  }),
  unusual('asks for gzip only in lists', () =>
    exchanging((exchange) => (request, deadline) => {
      const isList = request.method !== 'POST' && /\/pets(?:\?.*)?$/.test(request.url);
      return exchange(
        isList ? request : { ...request, headers: without(request.headers, 'Accept-Encoding') },
        deadline,
      );
    }),
  ),
  { ...unusual('shows an unknown status as null', () => unknownStatus(() => ({ status: null }))), only: [14, 47, 56] },
  { ...unusual('leaves an unknown status out', () => unknownStatus(() => ({}))), only: [14, 47, 56] },
  {
    ...unusual('refuses an unknown status', () =>
      unknownStatus((status) => {
        throw unreadable(`There is no status ${String(status)}.`);
      }),
    ),
    verdicts: { 14: 'note' },
    only: [14, 47, 56],
  },
  {
    client: 'returns frozen pets with null for an absent status, and with more fields',
    wrap: returning((pet) =>
      Object.freeze({ ...{ status: null, born: null, links: { self: '/pets' }, toString: () => 'a pet' }, ...pet }),
    ),
  },
  unusual('refuses ids that a double cannot hold', {
    encodeId(petId) {
      if (Number.isSafeInteger(Number(petId))) return right.encodeId(petId);
      throw new Failure({ kind: 'transport', outcome: 'not_sent', message: `${petId} is no safe integer.` });
    },
    readPet(value, operation) {
      const pet = right.readPet(value, operation) as { readonly id: string };
      if (Number.isSafeInteger(Number(pet.id))) return pet;
      throw unreadable(`${pet.id} is no safe integer.`);
    },
  }),
  {
    client: 'checks what it is given before it sends anything',
    wrap: validates,
  },
  { client: 'checks that a response matches the request', wrap: checksResponses },
  {
    ...unusual('returns a response as it is, by turns as a text and as bytes', () => {
      let isText = false;
      return {
        textOf: (chunks) => Buffer.concat(chunks).toString(),
        resultOf({ status, text }) {
          isText = !isText;
          return {
            response: { status, ...(isText ? { body: text } : { base64: Buffer.from(text).toString('base64') }) },
          };
        },
      };
    }),
    verdicts: notSupported(
      ...[11, 12, 13, 14, 15, 16, 23, 24, 26, 29, 47, 51, 52, 55, 56, 58, 61, 69, 70, 72, 75, 82, 84],
    ),
  },

  // Errors.
  unusual('writes its own messages, which quote the store', {
    readError(response, parts) {
      const { message, ...error } = right.readError(response, parts);
      return {
        ...error,
        message: `pets: request failed (HTTP ${response.status} ${error.code ?? ''}): “${message}”\n at ${randomUUID()}`,
      };
    },
    report: ({ error }) => ({ ...error, message: `pets: no response (${error.kind}), try again at ${Date.now()}` }),
  }),
  unusual('has no message if the store has none', {
    readError(response, parts) {
      const { kind, status, code, message } = right.readError(response, parts);
      return code === undefined ? { kind, status } : { kind, status, code, message };
    },
    report: ({ error: { kind, outcome } }) => ({ kind, outcome }),
  }),

  // What it can do.
  {
    ...unusual('repeats nothing, follows nothing and asks for nothing special', {
      mayRepeat: () => false,
      mayFollow: () => false,
      ...exchanging(
        (exchange) => (request, deadline) =>
          exchange({ ...request, headers: without(request.headers, 'Accept-Encoding') }, deadline),
      ),
    }),
    capabilities: [],
    verdicts: {
      ...notSupported(2, 22, 33, 34, 39, 41, 42, 44, 60, 62, 76, 78, 80, 81, 83, 85),
      38: 'note',
    },
  },
  unusual('makes one call after the other', oneAfterTheOther),
  {
    client: 'has no getPet, which is deprecated',
    lacks: 'getPet',
    verdicts: notSupported(2, 38, 53, 62),
  },
  {
    client: 'only reads',
    lacks: 'createPet',
    verdicts: notSupported(4, 5, 6, 7, 9, 36, 37, 42, 46, 48, 50, 54, 59, 60, 68, 74, 78),
  },
  {
    client: 'has no listPets',
    lacks: 'listPets',
    verdicts: notSupported(7, 11, 14, 30, 38, 41, 42, 45, 51, 60, 71, 76, 78, 81, 85, 87, 88, 89),
  },
];

/** Makes parts that send a request once the one before has its response. */
function oneAfterTheOther(): Partial<Parts> {
  let last: Promise<unknown> = Promise.resolve();
  return exchanging((exchange) => (request, deadline) => {
    const response = last.then(() => exchange(request, deadline));
    last = response.catch(() => undefined);
    return response;
  });
}

/** Wraps each client of a fixture. */
export function wrapFixture(
  fixture: ClientFixture,
  { wrap = (client) => client, lacks, capabilities = fixture.capabilities ?? [] }: UnusualClient,
): ClientFixture {
  return {
    capabilities,
    async connect(options) {
      const operations = Object.entries(wrap(await fixture.connect(options)));
      return Object.fromEntries(operations.filter(([name]) => name !== lacks));
    },
  };
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
