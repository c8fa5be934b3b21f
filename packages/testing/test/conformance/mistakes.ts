// What clients really get wrong, each as a small change of the right client.
import { parseJson, stringifyJson } from '@petstore/core';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Failure, rightTransport, type Deadline } from './exchange.ts';
import { createOwnExchange } from './own-http.ts';
import { right, unreadable, type Parts } from './right-client.ts';

/** A mistake of a client, and the cases that see it. */
export interface Mistake {
  readonly case: number;
  readonly mistake: string;
  /** Makes the parts in which the client differs from the right one. */
  readonly make: () => Partial<Parts>;
  /** The other cases that deviate. */
  readonly alsoFails?: readonly number[];
  /** What becomes of every other case; `pass` by default. */
  readonly others?: 'pass' | 'not_exercised';
  /** Why this mistake shows in other cases too. */
  readonly because?: string;
}

type Fields = Readonly<Record<string, unknown>>;

export const mistakes: readonly Mistake[] = [
  {
    case: 1,
    mistake: 'appends "/pets" to a base address that ends with a slash',
    make: () => ({ join: (baseUrl, path) => baseUrl + path }),
  },
  {
    case: 1,
    mistake: 'resolves "/pets" against the base address, as the class URL does',
    make: () => ({ join: (baseUrl, path) => new URL(path, baseUrl).href }),
    others: 'not_exercised',
    because: 'its requests reach no store',
  },
  { case: 2, mistake: 'puts the id into the path as it is', make: () => ({ encodeId: (petId) => petId }) },
  {
    case: 2,
    mistake: 'encodes the id, and leaves the dots to the class URL',
    make: () => ({ encodeId: encodeURIComponent, join: (baseUrl, path) => new URL(right.join(baseUrl, path)).href }),
  },
  {
    case: 3,
    mistake: 'writes "undefined" for the parameter that is absent beside the other',
    make: () => ({
      encodeQuery: (query) =>
        Object.keys(query).length === 0 ? '' : `?limit=${query.limit}&status=${query.status ?? 'undefined'}`,
    }),
  },
  {
    case: 4,
    mistake: 'declares the body of a creation as text/plain',
    make: () => ({ bodyHeaders: (body) => ({ ...right.bodyHeaders(body), 'Content-Type': 'text/plain' }) }),
  },
  {
    case: 5,
    mistake: 'sends a category as a double',
    make: () => ({ creationOf: (pet) => ({ ...right.creationOf(pet), categoryId: Number(pet.categoryId) }) }),
  },
  {
    case: 6,
    mistake: 'sends null for a status that is not given',
    make: () => ({ creationOf: (pet) => ({ status: null, ...right.creationOf(pet) }) }),
  },
  {
    case: 7,
    mistake: 'creates from the form that shows the pet that was read last, its id included',
    make: () => {
      let form: Fields = {};
      return {
        readPet: (value) => right.readPet((form = value as Fields), 'list'),
        creationOf: (pet) => ({ ...form, ...right.creationOf(pet) }),
      };
    },
  },
  {
    case: 8,
    mistake: 'sends the key as X-Api-Key too',
    make: () => ({ keyHeaders: (apiKey) => ({ ...right.keyHeaders(apiKey), 'X-Api-Key': apiKey }) }),
  },
  {
    case: 9,
    mistake: 'counts the characters of a body, and not its bytes',
    make: () => ({ bodyHeaders: (body) => ({ ...right.bodyHeaders(body), 'Content-Length': String(body.length) }) }),
  },
  {
    case: 9,
    mistake: 'writes what is not ASCII as question marks',
    make: () => ({ encodeBody: (creation) => right.encodeBody(creation)?.replace(/[^\0-\x7f]/g, '?') }),
  },
  {
    case: 10,
    mistake: 'sends {} with a GET',
    make: () => ({ encodeBody: (creation) => stringifyJson(creation ?? {}) }),
  },
  {
    case: 11,
    mistake: 'reads numbers as doubles',
    make: () => ({ parse: (text) => JSON.parse(text.replace(/^\ufeff/, '')) as unknown }),
  },
  {
    case: 12,
    mistake: 'refuses an integer that is not written as digits',
    make: () => ({
      parse(text) {
        if (/":\s*-?[0-9]+[.e]/i.test(text)) throw unreadable('A number is no integer.');
        return right.parse(text);
      },
    }),
  },
  {
    case: 13,
    mistake: 'refuses an error with a field that it does not know',
    make: () => ({
      readError(answer, parts) {
        if (/"(?!code|message|status)[a-z]+":/.test(answer.text)) throw unreadable('The error has an unknown field.');
        return right.readError(answer, parts);
      },
    }),
  },
  {
    case: 13,
    mistake: 'refuses a pet with a field that it does not know',
    make: () => ({
      readPet(value, operation) {
        const unknown = Object.keys(value as Fields).find(
          (name) => !['id', 'name', 'categoryId', 'status'].includes(name),
        );
        if (unknown !== undefined) throw unreadable(`The pet has the unknown field ${unknown}.`);
        return right.readPet(value, operation);
      },
    }),
    alsoFails: [16],
    because: 'some of its spellings have other names, too',
  },
  {
    case: 14,
    mistake: 'refuses a list for an unknown status in it',
    make: () => ({
      readPet(value, operation) {
        const { status = 'available' } = value as Fields;
        if (!['available', 'pending', 'sold'].includes(String(status))) throw unreadable('The status is unknown.');
        return right.readPet(value, operation);
      },
    }),
  },
  {
    case: 15,
    mistake: 'takes a pet without a status for available',
    make: () => ({
      readPet: (value, operation) =>
        right.readPet({ ...(value as Fields), status: (value as Fields).status ?? 'available' }, operation),
    }),
    alsoFails: [16],
    because: 'one of its spellings has a status in __proto__, and the case expects a pet without a status',
  },
  {
    case: 15,
    mistake: 'takes a pet that it has created for available',
    make: () => ({
      readPet: (value, operation) =>
        right.readPet(operation === 'create' ? { status: 'available', ...(value as Fields) } : value, operation),
    }),
  },
  {
    case: 16,
    mistake: 'ignores the case of names, as encoding/json of Go does',
    make: () => ({
      readPet: (value) => {
        const {
          id,
          name,
          categoryid: categoryId,
          status,
        } = Object.fromEntries(Object.entries(value as Fields).map(([key, each]) => [key.toLowerCase(), each]));
        return right.readPet({ id, name, categoryId, status }, 'list');
      },
    }),
  },
  {
    case: 16,
    mistake: 'copies fields into an object, __proto__ included',
    make: () => ({
      readPet(value, operation) {
        const copy: Record<string, unknown> = {};
        for (const [name, each] of Object.entries(value as Fields)) copy[name] = each;
        return right.readPet(copy, operation);
      },
    }),
  },
  {
    case: 17,
    mistake: 'looks for "application/json" in lower case',
    make: () => ({ isJson: (mediaType) => mediaType.startsWith('application/json') }),
  },
  {
    case: 18,
    mistake: 'decodes each chunk on its own',
    make: () => ({ textOf: (chunks) => chunks.map((chunk) => Buffer.from(chunk).toString()).join('') }),
  },
  {
    case: 19,
    mistake: 'has its own HTTP parser, and takes the whole line of a chunk for its size',
    make: () => ({ exchange: () => createOwnExchange(wholeLine) }),
  },
  {
    case: 20,
    mistake: 'takes a body without a length for empty',
    make: () => ({
      readBody: (response, deadline) =>
        response.headers['content-length'] === undefined && response.headers['transfer-encoding'] === undefined
          ? Promise.resolve([])
          : right.readBody(response, deadline),
    }),
  },
  { case: 21, mistake: 'takes 103 for the answer', make: () => ({ isFinal: () => true }) },
  {
    case: 22,
    mistake: 'asks for gzip, and reads it as text',
    make: () => ({ decompress: (chunks) => chunks }),
  },
  {
    case: 23,
    mistake: 'leaves a byte order mark to the parser',
    make: () => ({
      parse(text) {
        const value = parseJson(text);
        if (value.isErr()) throw unreadable(value.error.message);
        return value.value;
      },
    }),
  },
  {
    case: 24,
    mistake: 'keeps the status of an error alone',
    make: () => ({ readError: ({ status }) => ({ kind: 'api', status, message: `HTTP ${status}` }) }),
  },
  {
    case: 25,
    mistake: 'takes 401 for 404',
    make: () => ({
      readError: (answer, parts) => {
        const error = right.readError(answer, parts);
        return answer.status === 401 ? { ...error, status: 404 } : error;
      },
    }),
    alsoFails: [24],
    because: 'the status of an error is wrong',
  },
  {
    case: 26,
    mistake: 'parses the body of every error',
    make: () => ({
      readError: (answer, parts) => right.readError({ ...answer, mediaType: 'application/json' }, parts),
    }),
  },
  {
    case: 27,
    mistake: 'crashes for an error without a body',
    make: () => ({
      readError(answer, parts) {
        if (answer.text === '') throw new TypeError("Cannot read properties of undefined (reading 'code')");
        return right.readError(answer, parts);
      },
    }),
  },
  {
    case: 28,
    mistake: 'takes a status that it does not know for success',
    make: () => ({ isSuccess: (status) => ![400, 401, 404, 405, 500, 502, 503, 504].includes(status) }),
  },
  {
    case: 29,
    mistake: 'believes the status of the body',
    make: () => ({
      readError(answer, parts) {
        const { status = answer.status } =
          right.isJson(answer.mediaType) && answer.text !== '' ? (right.parse(answer.text) as { status?: number }) : {};
        return { ...right.readError(answer, parts), status };
      },
    }),
  },
  {
    case: 30,
    mistake: 'adds the head of the request to the message of a lost connection',
    make: () => ({
      report: ({ error }, { method, headers }) => ({
        ...error,
        message: `${method} with ${JSON.stringify(headers)} failed: ${error.message}`,
      }),
    }),
  },
  {
    case: 31,
    mistake: 'takes what came of a body for the whole, if it has a Content-Length',
    make: () => ({ readBody: (response, deadline) => readWhatComes(response, deadline, 'content-length') }),
  },
  {
    case: 32,
    mistake: 'takes what came of a body for the whole, if it is chunked',
    make: () => ({ readBody: (response, deadline) => readWhatComes(response, deadline, 'transfer-encoding') }),
  },
  {
    case: 33,
    mistake: 'looks at the clock only when some of the body arrives',
    make: () => ({
      startDeadline(milliseconds) {
        const end = Date.now() + milliseconds;
        const deadline = rightTransport.startDeadline(milliseconds);
        return {
          ...deadline,
          onHead: deadline.stop,
          onBytes() {
            if (Date.now() > end) throw new Failure({ kind: 'timeout', message: 'It took too long.' });
          },
        };
      },
    }),
  },
  {
    case: 33,
    mistake: 'clears its timer when the head arrives',
    make: () => ({
      startDeadline(milliseconds) {
        const deadline = rightTransport.startDeadline(milliseconds);
        return { ...deadline, onHead: deadline.stop };
      },
    }),
    alsoFails: [34],
    because: 'without a timer after the head, nothing ends a body that stalls or dribbles',
  },
  {
    case: 34,
    mistake: 'sets its timer again whenever some of the body arrives',
    make: () => ({
      startDeadline(milliseconds) {
        const passed = new AbortController();
        const timer = setTimeout(() => {
          passed.abort();
        }, milliseconds);
        const again = () => void timer.refresh();
        return { signal: passed.signal, onHead: again, onBytes: again, stop: () => clearTimeout(timer) };
      },
    }),
  },
  {
    case: 35,
    mistake: 'takes every request without an answer for not sent',
    make: () => ({ outcomeOf: () => 'not_sent' }),
  },
  {
    case: 36,
    mistake: 'repeats any request that a reused connection lost, as curl does',
    make: () => ({
      mayRepeat: (request, outcome) =>
        outcome instanceof Failure ? outcome.isLost : right.mayRepeat(request, outcome),
    }),
  },
  {
    case: 37,
    mistake: 'repeats any request after 503',
    make: () => ({
      mayRepeat: (request, outcome) =>
        outcome instanceof Failure ? right.mayRepeat(request, outcome) : outcome.status === 503,
    }),
  },
  {
    case: 38,
    mistake: 'repeats no request that a connection lost',
    make: () => ({
      mayRepeat: (request, outcome) => !(outcome instanceof Failure) && right.mayRepeat(request, outcome),
    }),
  },
  {
    case: 39,
    mistake: 'reads Retry-After as seconds only',
    make: () => ({ waitFor: (retryAfter) => (Number(retryAfter ?? 0) || 0) * 1_000 }),
  },
  {
    case: 40,
    mistake: 'repeats a GET after every error',
    make: () => ({
      mayRepeat: (request, outcome) =>
        outcome instanceof Failure
          ? right.mayRepeat(request, outcome)
          : request.method === 'GET' && outcome.status >= 400,
    }),
  },
  {
    case: 41,
    mistake: 'keeps the key at every redirect',
    make: () => ({ redirected: (request, status, url) => right.redirected(request, status, url, {}) }),
  },
  {
    case: 42,
    mistake: 'takes 307 and 308 for 303',
    make: () => ({ redirected: (request, _, url, key) => right.redirected(request, 303, url, key) }),
  },
  {
    case: 43,
    mistake: 'splits Link at every comma',
    make: () => ({
      checkHead({ headers: { link } }) {
        if (typeof link !== 'string') return;
        if (!link.split(',').every((each) => /^\s*<[^>]*>/.test(each))) throw unreadable('A link has no address.');
      },
    }),
  },
  {
    case: 44,
    mistake: 'waits for as many bytes as Content-Length says, whatever it asked for',
    make: () => ({
      async readBody(response, deadline) {
        const chunks = await right.readBody(response, deadline);
        const { length } = Buffer.concat(chunks);
        if (length < Number(response.headers['content-length'] ?? 0)) {
          await once(response, 'data', { signal: deadline.signal });
        }
        return chunks;
      },
    }),
  },
  {
    case: 45,
    mistake: 'reads at most 4096 bytes of an error, and leaves the rest in its connection',
    make: () => ({
      readBody: (response, deadline) =>
        response.statusCode === 401 ? readBeginning(response, 4_096) : right.readBody(response, deadline),
    }),
  },
];

/** Parses the whole line of a chunk as its hexadecimal size, the extensions included. */
function wholeLine(line: string): number {
  const size = Number(`0x${line}`);
  if (Number.isNaN(size)) throw new Error(`The size of a chunk is wrong: ${line}`);
  return size;
}

async function readWhatComes(response: IncomingMessage, deadline: Deadline, framing: string) {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of response as AsyncIterable<Uint8Array>) chunks.push(chunk);
  } catch (error) {
    if (deadline.signal.aborted || response.headers[framing] === undefined) throw error;
  }
  return chunks;
}

function readBeginning(response: IncomingMessage, most: number): Promise<readonly Uint8Array[]> {
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = [];
    response.on('data', (chunk: Uint8Array) => {
      chunks.push(chunk);
      if (Buffer.concat(chunks).length >= most) response.pause();
      if (response.isPaused()) resolve(chunks);
    });
    response.once('end', () => {
      resolve(chunks);
    });
  });
}
