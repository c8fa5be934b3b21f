// Right clients that do something in an unusual way. No case may blame them. A client has several such habits, none of which hides another.
import type { OperationName } from '@petstore/http';
import { toInt64 } from '@petstore/core';
import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { ClientFixture } from '../src/adapter/client-fixture.ts';
import type { Capability } from '../src/adapter/protocol.ts';
import type { Verdict } from '../src/report/report.ts';
import { changingRequests, exchanging, wrapCalls, type ChangeExchange, type Fields, type WrapCall } from './changes.ts';
import { createExchange, Failure, type Exchange, type Outgoing } from './exchange.ts';
import { createOwnExchange, rightFraming } from './own-http.ts';
import { right, unreadable, without, type Parts } from './right-client.ts';

/** A right client, and how it differs from {@link right}. */
export interface UnusualClient {
  readonly client: string;
  /** Makes the parts in which it differs. */
  readonly make?: () => Partial<Parts>;
  /** What it does around each call: the last sees the call first. */
  readonly wraps?: readonly WrapCall[];
  /** The operation that it does not have. */
  readonly lacks?: OperationName;
  /** What the client can do; everything by default. */
  readonly capabilities?: readonly Capability[];
  /** The verdicts of the cases that cannot pass, because the client does not do what they judge. */
  readonly verdicts?: Readonly<Record<number, Exclude<Verdict, 'fail' | 'warn' | 'harness_error'>>>;
}

/** Changes the header fields of each request. */
function changingHeaders(change: (request: Outgoing) => Outgoing['headers']): Parts['exchange'] {
  return changingRequests((request) => ({ ...request, headers: change(request) }));
}

/** Sends another request before each request, and ignores its response. */
function sendingFirst(first: (request: Outgoing) => Outgoing): Parts['exchange'] {
  return exchanging((send) => async (request, deadline) => {
    await send(first(request), deadline).catch(() => undefined);
    return send(request, deadline);
  });
}

/** Sends each request without its key first, and with the key after a challenge. */
const answeringChallenges: ChangeExchange = (exchange) => async (request, deadline) => {
  const first = await exchange({ ...request, headers: without(request.headers, 'Authorization') }, deadline);
  if (first.status !== 401 || request.headers.Authorization === undefined) return first;
  if (!/^bearer\b/i.test(String(first.headers['www-authenticate']))) throw unreadable('It asks for no bearer token.');
  return exchange(request, deadline);
};

/** Repeats a GET after any failure, up to four times, with a pause that doubles. */
const repeatingGets: ChangeExchange = (exchange) => async (request, deadline) => {
  for (let count = 0; ; count++) {
    const outcome = await exchange(request, deadline).catch((error: unknown) => error as Failure);
    const hasFailed = outcome instanceof Error || [500, 502, 503, 504].includes(outcome.status);
    const header = outcome instanceof Error ? undefined : outcome.headers['retry-after'];
    const wait = Math.max(20 * 2 ** count, header === undefined ? 0 : right.waitFor(String(header)));
    const mayRepeat = request.method === 'GET' && count < 4 && wait < 10_000 && !deadline.signal.aborted;
    if (hasFailed && mayRepeat) {
      await pause(wait, undefined, { signal: deadline.signal });
      continue;
    }
    if (outcome instanceof Error) throw outcome;
    return outcome;
  }
};

/** Sends a request once the one before has its response. */
const oneAfterTheOther: ChangeExchange = (exchange) => {
  let last: Promise<unknown> = Promise.resolve();
  return (request, deadline) => {
    const response = last.then(() => exchange(request, deadline));
    last = response.catch(() => undefined);
    return response;
  };
};

/** Makes an exchange over three connections, one after the other. */
function overThreeConnections(parts: Parts): Exchange {
  const exchanges = [1, 2, 3].map(() => createExchange(new Agent({ keepAlive: true, maxSockets: 1 }), parts));
  let last = 0;
  return (request, deadline) => {
    last = (last + 1) % 3;
    return (exchanges[last] as Exchange)(request, deadline);
  };
}

/** Makes a part that shows an unknown status in some way. */
const unknownStatus =
  (show: (status: unknown) => Fields, read = right.readPet): Parts['readPet'] =>
  (value, operation) => {
    const { status, ...pet } = read(value, operation) as Fields;
    const isKnown = [undefined, 'available', 'pending', 'sold'].some((known) => known === status);
    return { ...pet, ...(isKnown ? { status } : show(status)) };
  };

/** Refuses arguments that no store can accept, without sending anything. */
const validating: WrapCall = async (call, { limit = '1', status = 'sold', categoryId = '1', petId = '1' }) => {
  const isInt64 = (digits: string) => /^-?[0-9]+$/.test(digits) && toInt64(BigInt(digits)) !== undefined;
  const isPossible =
    Number(limit) >= 1 &&
    Number(limit) <= 100 &&
    ['available', 'pending', 'sold'].includes(status) &&
    isInt64(categoryId) &&
    isInt64(petId) &&
    BigInt(petId) > 0n;
  return isPossible ? call() : { error: { kind: 'transport', outcome: 'not_sent', message: 'That is not possible.' } };
};

/** Fails if a response does not match the request. */
const checkingResponses: WrapCall = async (call, { limit = '20', petId, ...given }) => {
  const result = await call();
  if (!('ok' in result) || result.ok === null) return result;
  const pets = (Array.isArray(result.ok) ? result.ok : [result.ok]) as readonly Fields[];
  const wanted = Object.entries({ id: petId, ...given }).filter(([, value]) => value !== undefined);
  const areWanted = pets.every((pet) => wanted.every(([field, value]) => pet[field] === value));
  const areUnique = new Set(pets.map(({ id }) => id)).size === pets.length;
  if (areWanted && areUnique && pets.length <= Number(limit)) return result;
  return { error: { kind: 'decode', message: 'The response does not match the request.' } };
};

/** Returns frozen pets with null for an absent status, and with more fields. */
const addingToPets: WrapCall = async (call) => {
  const result = await call();
  if (!('ok' in result) || result.ok === null) return result;
  const more = { status: null, born: null, links: { self: '/pets' }, toString: () => 'a pet' };
  const change = (pet: unknown) => Object.freeze({ ...more, ...(pet as Fields) });
  return { ok: Array.isArray(result.ok) ? Object.freeze(result.ok.map(change)) : change(result.ok) };
};

function notSupported(...numbers: readonly number[]): Record<number, 'not_supported'> {
  return Object.fromEntries(numbers.map((number) => [number, 'not_supported']));
}

export const unusualClients: readonly UnusualClient[] = [
  { client: 'does nothing unusual' },
  {
    client: 'spells heads, paths, queries and JSON in another way, and keeps POST at 301 and 302',
    make: () => ({
      exchange: () =>
        createOwnExchange({
          // An empty line first, and fields in lower case, without a space behind the colon.
          headOf: (start, fields) =>
            ['', start, ...fields.map(([name, value]) => `${name.toLowerCase()}:${value}`), '', ''].join('\r\n'),
          unasked: 'discard',
          framingOf(head) {
            const { 'content-length': length, 'transfer-encoding': coding } = head.headers;
            if (length !== undefined && coding !== undefined) throw new Error('It has two lengths.');
            return rightFraming(head);
          },
        }),
      keyHeaders: (apiKey) => ({
        Accept: 'text/html;q=0, Application/JSON;charset=utf-8;q=0.5',
        ...(apiKey !== undefined && { Authorization: `bearer  ${apiKey}` }),
      }),
      join: (baseUrl, path) => right.join(baseUrl, path.replace('pets', '%70%65ts')),
      encodeId: (petId) => [...Buffer.from(petId)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
      encodeQuery: ({ limit = '20', status }) =>
        `?${status === undefined ? '' : `status=${encodeURIComponent(status).replace('s', '%73')}&`}%6cimit=${limit.replace('2', '%32')}`,
      bodyHeaders: (body) => ({
        'Content-Length': String(Buffer.byteLength(body)).padStart(9, '0'),
        'Content-Type': 'Application/JSON ; Charset = utf8',
      }),
      // The fields in another order, one a line; integers as 1.0e0 or 1e18; only ASCII, and more escapes than it has to write.
      encodeBody(creation) {
        const fields = Object.entries(creation ?? {}).reverse();
        const lines = fields.map(([name, value]) => `\t"${name}" : ${right.encodeBody({ value })?.slice(9, -1)}`);
        const text = lines
          .join(' ,\n')
          .replace(/(?<="categoryId" : )(?:1000000000000000000|-?[0-9]{1,4})$/m, (digits) =>
            digits.length > 5 ? '1e18' : `${digits}.0e0`,
          )
          .replace(/[<>&'\x7f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
          .replaceAll('/', '\\/');
        return creation && `\r\n{\n${text}\n}\n`;
      },
      mayFollow: () => true,
    }),
  },
  {
    client: 'sends many header fields, the whole URL as to a proxy, and bodies in chunks',
    make: () => ({
      exchange: changingHeaders(({ method, url, headers }) => ({
        ...(method !== 'POST' && /\/pets(?:\?.*)?$/.test(url) ? headers : without(headers, 'Accept-Encoding')),
        ...(method !== 'POST'
          ? { 'Content-Type': 'application/json', 'Content-Length': '0' }
          : { 'Idempotency-Key': randomUUID() }),
        'User-Agent': 'Mozilla/5.0 (X11; Linux) pets/1.0 (+https://example.com/?a=b)',
        'X-Request-Id': randomUUID(),
        'X-Api-Version': '1.0.0',
        traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
        'Cache-Control': 'no-cache, no-store, max-age=0',
        'Accept-Language': 'de;q=0.9, *;q=0.1',
        'Accept-Charset': 'utf-8',
        Accept: 'text/html, application/xhtml+xml, */*;q=0.1',
        Origin: 'http://localhost:3000',
        Referer: 'http://localhost:3000/pets',
        Via: '1.1 proxy.example.com',
        'X-Empty': '',
        TE: 'trailers',
        Date: new Date().toUTCString(),
      })),
      targetOf: (url) => url,
      encodeQuery: (query) => right.encodeQuery(query) || '?',
      bodyHeaders: () => ({ 'Content-Type': 'application/json; charset="utf-8"', 'Transfer-Encoding': 'chunked' }),
      sendBody(sent, body) {
        if (body === undefined) return void sent.end();
        const bytes = Buffer.from(body);
        sent.write(bytes.subarray(0, 9));
        setTimeout(() => sent.end(bytes.subarray(9)), 5);
      },
      isJson: () => true,
      // It follows redirects without its key, also within an origin.
      redirected: (request, status, url, key) =>
        right.redirected({ ...request, headers: without(request.headers, ...Object.keys(key)) }, status, url, key),
    }),
  },
  {
    client: 'sends OPTIONS before each request, as a browser does, and waits for 100 with a body',
    make: () => ({
      exchange: sendingFirst(({ method, url }) => ({
        method: 'OPTIONS',
        url,
        headers: {
          Origin: 'http://localhost:3000',
          'Access-Control-Request-Method': method,
          'Access-Control-Request-Headers': 'authorization, content-type',
        },
      })),
      bodyHeaders: (body) => ({ ...right.bodyHeaders(body), Expect: '100-continue' }),
      sendBody(sent, body) {
        if (body === undefined) return void sent.end();
        sent.flushHeaders();
        sent.once('continue', () => sent.end(body));
        // Without a 100, the final response is there already. Then the connection cannot be used again.
        sent.once('response', (response) => response.once('end', () => sent.writableEnded || sent.destroy()));
      },
      checkHead({ status, headers }) {
        if (status === 401 && headers['www-authenticate'] === undefined) throw unreadable('It has no challenge.');
      },
      // The default is left out.
      encodeQuery: ({ limit, status }) =>
        right.encodeQuery({
          ...(limit !== undefined && limit !== '20' && { limit }),
          ...(status !== undefined && { status }),
        }),
    }),
  },
  {
    client: 'offers HTTP/2 in each request, does not wait for 100, and refuses what it cannot represent',
    make: () => ({
      exchange: changingHeaders(({ headers }) => ({
        ...headers,
        Connection: 'Upgrade, HTTP2-Settings',
        Upgrade: 'h2c',
        'HTTP2-Settings': 'AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA',
      })),
      bodyHeaders: (body) => ({ ...right.bodyHeaders(body), Expect: '100-continue' }),
      encodeId(petId) {
        if (Number.isSafeInteger(Number(petId))) return right.encodeId(petId);
        throw new Failure({ kind: 'transport', outcome: 'not_sent', message: `${petId} is no safe integer.` });
      },
      readPet: unknownStatus(
        (status) => {
          throw unreadable(`There is no status ${String(status)}.`);
        },
        (value, operation) => {
          const pet = right.readPet(value, operation) as { readonly id: string };
          if (Number.isSafeInteger(Number(pet.id))) return pet;
          throw unreadable(`${pet.id} is no safe integer.`);
        },
      ),
      // Only within an origin.
      mayFollow: ({ method, url }, _, next) => method === 'GET' && new URL(url).origin === new URL(next.url).origin,
    }),
    verdicts: { 14: 'note', 38: 'not_exercised' },
  },
  {
    client: 'speaks HTTP/1.0',
    make: () => ({ exchange: () => createOwnExchange({ version: '1.0' }) }),
    verdicts: { 38: 'not_exercised', ...notSupported(18, 19, 21, 32, 88) },
  },
  {
    client: 'has three connections, repeats each GET four times, and writes its own messages',
    make: () => ({
      exchange: (_, parts) => repeatingGets(overThreeConnections(parts)),
      mayRepeat: () => false,
      // The first of two equal names.
      parse: (text) => right.parse(text.replace(/("(?:id|name|categoryId)":)([^,{}[\]]+),\1[^,{}[\]]+/g, '$1$2')),
      readPet: unknownStatus(
        () => ({ status: null }),
        (value, operation) => {
          const toInteger = (field: unknown) =>
            typeof field === 'string' && /^-?[0-9]+$/.test(field) ? BigInt(field) : field;
          const { id, categoryId, ...pet } = value as Fields;
          return right.readPet({ ...pet, id: toInteger(id), categoryId: toInteger(categoryId) }, operation);
        },
      ),
      readError(response, parts) {
        const { message, ...error } = right.readError(response, parts);
        return { ...error, message: `pets: failed (HTTP ${response.status}): “${message}”\n at ${randomUUID()}` };
      },
      report: ({ error }) => ({ ...error, message: `pets: no response (${error.kind}), try again at ${Date.now()}` }),
    }),
  },
  {
    client: 'makes one call after the other, asks without its key first, checks each call, and has more in its pets',
    make: () => ({
      exchange: exchanging(oneAfterTheOther, answeringChallenges),
      readPet: unknownStatus(() => ({})),
      // It has no message if the store has none.
      readError(response, parts) {
        const { kind, status, code, message } = right.readError(response, parts);
        return code === undefined ? { kind, status } : { kind, status, code, message };
      },
      report: ({ error: { kind, outcome } }) => ({ kind, outcome }),
    }),
    wraps: [validating, checkingResponses, addingToPets],
    verdicts: notSupported(2),
  },
  {
    client: 'sends HEAD before each request, and returns a response as it is, by turns as a text and as bytes',
    make: () => {
      let isText = false;
      return {
        exchange: sendingFirst(({ url, headers }) => ({
          method: 'HEAD',
          url,
          headers: without(headers, 'Content-Type', 'Content-Length'),
        })),
        textOf: (chunks) => Buffer.concat(chunks).toString(),
        resultOf({ status, text }) {
          isText = !isText;
          return {
            response: { status, ...(isText ? { body: text } : { base64: Buffer.from(text).toString('base64') }) },
          };
        },
      };
    },
    verdicts: notSupported(
      ...[11, 12, 13, 14, 15, 16, 23, 24, 26, 29, 47, 51, 52, 55, 56, 58, 61, 69, 70, 72, 75, 82, 84],
    ),
  },
  {
    client:
      'has a connection for each request and fields in lower case, repeats only what was not sent, and follows nothing',
    make: () => ({
      mayRepeat: (_, outcome) => outcome instanceof Failure && outcome.error.outcome === 'not_sent',
      mayFollow: () => false,
      exchange: changingHeaders(({ headers }) => {
        const fields = Object.entries(without(headers, 'Accept-Encoding'));
        return {
          ...Object.fromEntries(fields.map(([name, value]) => [name.toLowerCase(), value])),
          connection: 'close',
        };
      }),
    }),
    capabilities: [],
    verdicts: {
      ...notSupported(22, 33, 34, 39, 41, 42, 44, 60, 62, 76, 78, 80, 81, 83, 85),
      38: 'not_exercised',
    },
  },
  {
    client: 'has no getPet, which is deprecated',
    lacks: 'getPet',
    verdicts: notSupported(38, 53),
  },
  {
    client: 'only reads',
    lacks: 'createPet',
    verdicts: notSupported(4, 5, 6, 7, 9, 36, 37, 42, 46, 48, 50, 54, 59, 60, 68, 74, 78),
  },
  {
    client: 'has no listPets',
    lacks: 'listPets',
    verdicts: notSupported(2, 7, 11, 14, 30, 38, 41, 42, 45, 51, 60, 62, 71, 76, 78, 81, 85, 87, 88, 89),
  },
];

/** Wraps each client of a fixture. */
export function wrapFixture(fixture: ClientFixture, { wraps = [], lacks, ...changed }: UnusualClient): ClientFixture {
  const { connect, capabilities = [] } = wraps.reduce(wrapCalls, fixture);
  return {
    capabilities: changed.capabilities ?? capabilities,
    async connect(options) {
      const operations = Object.entries(await connect(options));
      return Object.fromEntries(operations.filter(([name]) => name !== lacks));
    },
  };
}
