// Mistakes of real clients, each as a small change of the right client.
import { parseJson, stringifyJson } from '@petstore/core';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { constants, gunzipSync } from 'node:zlib';
import { errorCode } from '../src/player/responses.ts';
import { createExchange, Failure, rightTransport, type Deadline, type Incoming, type Outgoing } from './exchange.ts';
import { createOwnExchange, rightFraming } from './own-http.ts';
import { right, unreadable, type NewPet, type Parts } from './right-client.ts';

/** A mistake of a client, and the cases that detect it. */
export interface Mistake {
  readonly case: number;
  readonly mistake: string;
  /** Makes the parts in which the client differs from the right one. */
  readonly make: () => Partial<Parts>;
  /** The other cases that detect it. */
  readonly alsoFails?: readonly number[];
  /** The verdict of every other case; `pass` by default. */
  readonly others?: 'pass' | 'not_exercised';
  /** The other cases that are not exercised. */
  readonly notExercised?: readonly number[];
  /** Why this mistake also shows in other cases. */
  readonly because?: string;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Makes a mistake of a client.
 *
 * @param parts the parts in which the client differs from the right one; a function if each client has a state of its own
 */
export function wrong(number: number, mistake: string, parts: Partial<Parts> | Mistake['make']): Mistake {
  return { case: number, mistake, make: typeof parts === 'function' ? parts : () => parts };
}

/**
 * How much longer two clients wait for a head than they may: on a busy machine, the timer would end before the head arrives, and their
 * mistake would not show. The run accepts 3 s more.
 */
const patience = 3;

export const mistakes: readonly Mistake[] = [
  wrong(1, 'appends "/pets" to a base address that ends with a slash', { join: (baseUrl, path) => baseUrl + path }),
  {
    ...wrong(1, 'resolves "/pets" against the base address, as the class URL does', {
      join: (baseUrl, path) => new URL(path, baseUrl).href,
    }),
    others: 'not_exercised',
    because: 'its requests reach no store',
  },
  wrong(2, 'encodes a query as a whole, which leaves & and + as they are', {
    encodeQuery: (query) =>
      encodeURI(
        `?${Object.entries(query)
          .map((field) => field.join('='))
          .join('&')}`,
      ),
  }),
  {
    ...wrong(3, 'writes "undefined" for a parameter that is absent while the other is given', {
      encodeQuery: (query) =>
        Object.keys(query).length === 0
          ? ''
          : `?limit=${query.limit}&status=${encodeURIComponent(query.status ?? 'undefined')}`,
    }),
    alsoFails: [48, 51, 57],
    because: 'they filter, and the store refuses such a query',
  },
  {
    ...wrong(4, 'declares the body of a creation as text/plain', {
      bodyHeaders: (body) => ({ ...right.bodyHeaders(body), 'Content-Type': 'text/plain' }),
    }),
    alsoFails: [48, 50],
    because: 'the store refuses such a body',
  },
  wrong(5, 'sends a category as a double', {
    creationOf: (pet) => ({ ...right.creationOf(pet), categoryId: Number(pet.categoryId) }),
  }),
  wrong(6, 'sends null for a status that is not given', {
    creationOf: (pet) => ({ status: null, ...right.creationOf(pet) }),
  }),
  {
    ...wrong(7, 'creates from the form that shows the pet that was read last, its id included', () => {
      let form: Fields = {};
      return {
        readPet: (value) => right.readPet((form = value as Fields), 'list'),
        creationOf: (pet) => ({ ...form, ...right.creationOf(pet) }),
      };
    }),
    alsoFails: [6],
    because: 'the form has a status, too',
  },
  wrong(8, 'sends the key as X-Api-Key too', {
    keyHeaders: (apiKey) => ({ ...right.keyHeaders(apiKey), 'X-Api-Key': apiKey ?? '' }),
  }),
  {
    ...wrong(9, 'counts the characters of a body, and not its bytes', {
      bodyHeaders: (body) => ({ ...right.bodyHeaders(body), 'Content-Length': String(body.length) }),
    }),
    alsoFails: [16, 42, 50, 54, 55, 59],
    because: 'their creations have more than ASCII',
  },
  {
    ...wrong(9, 'writes what is not ASCII as question marks', {
      encodeBody: (creation) => right.encodeBody(creation)?.replace(/[^\0-\x7f]/g, '?'),
    }),
    alsoFails: [54],
    because: 'the name is another one',
  },
  wrong(10, 'sends {} with a GET', { encodeBody: (creation) => stringifyJson(creation ?? {}) }),
  {
    ...wrong(11, 'reads numbers as doubles', { parse: (text) => JSON.parse(text.replace(/^\ufeff/, '')) as unknown }),
    alsoFails: [52, 70],
    because: 'it reads a single pet in the same way, also an id beyond int64',
  },
  wrong(12, 'refuses an integer that is not written as digits', {
    parse(text) {
      if (/":\s*-?[0-9]+[.e]/i.test(text)) throw unreadable('A number is no integer.');
      return right.parse(text);
    },
  }),
  wrong(13, 'refuses an error with a field that it does not know', {
    readError(response, parts) {
      if (/"(?!code|message|status)[a-z]+":/.test(response.text)) throw unreadable('The error has an unknown field.');
      return right.readError(response, parts);
    },
  }),
  {
    ...wrong(13, 'refuses a pet with a field that it does not know', {
      readPet(value, operation) {
        const unknown = Object.keys(value as Fields).find(
          (name) => !['id', 'name', 'categoryId', 'status'].includes(name),
        );
        if (unknown !== undefined) throw unreadable(`The pet has the unknown field ${unknown}.`);
        return right.readPet(value, operation);
      },
    }),
    alsoFails: [16, 84],
    because: 'their spellings have other names, too',
  },
  wrong(14, 'refuses a list for an unknown status in it', {
    readPet(value, operation) {
      const { status = 'available' } = value as Fields;
      if (!['available', 'pending', 'sold'].includes(String(status))) throw unreadable('The status is unknown.');
      return right.readPet(value, operation);
    },
  }),
  {
    ...wrong(15, 'takes a pet without a status for available', {
      readPet: (value, operation) =>
        right.readPet({ ...(value as Fields), status: (value as Fields).status ?? 'available' }, operation),
    }),
    alsoFails: [16, 51, 69],
    because: 'they expect pets without a status, too',
  },
  {
    ...wrong(15, 'takes a pet that it has created for available', {
      readPet: (value, operation) =>
        right.readPet(operation === 'create' ? { status: 'available', ...(value as Fields) } : value, operation),
    }),
    alsoFails: [16, 69],
    because: 'it expects a pet without a status, too',
  },
  wrong(84, 'ignores the case of names, as encoding/json of Go does', {
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
  wrong(16, 'copies fields into an object, __proto__ included', {
    readPet(value, operation) {
      const copy: Record<string, unknown> = {};
      for (const [name, each] of Object.entries(value as Fields)) copy[name] = each;
      return right.readPet(copy, operation);
    },
  }),
  wrong(17, 'looks for "application/json" in lower case', {
    isJson: (mediaType) => mediaType.startsWith('application/json'),
  }),
  {
    ...wrong(18, 'decodes each chunk on its own', {
      textOf: (chunks) => chunks.map((chunk) => Buffer.from(chunk).toString()).join(''),
    }),
    alsoFails: [24, 75],
    because:
      'an error is also divided inside its characters, and it takes bytes that are not UTF-8 for the character U+FFFD',
  },
  wrong(19, 'has its own HTTP parser, and takes the whole line of a chunk for its size', {
    exchange: () => createOwnExchange({ sizeOf: wholeLine }),
  }),
  wrong(20, 'takes a body without a length for empty', {
    readBody: (response, deadline) =>
      response.headers['content-length'] === undefined && response.headers['transfer-encoding'] === undefined
        ? Promise.resolve([])
        : right.readBody(response, deadline),
  }),
  wrong(21, 'takes 103 for the response', { isFinal: () => true }),
  {
    ...wrong(22, 'asks for gzip, and reads it as text', { decompress: ({ chunks }) => chunks }),
    alsoFails: [81],
    because: 'that is gzip, too',
  },
  wrong(23, 'leaves a byte order mark to the parser', {
    parse(text) {
      const value = parseJson(text);
      if (value.isErr()) throw unreadable(value.error.message);
      return value.value;
    },
  }),
  {
    ...wrong(24, 'keeps only the status of an error', {
      readError: ({ status }) => ({ kind: 'api', status, message: `HTTP ${status}` }),
    }),
    alsoFails: [61],
    because: 'it keeps no code either',
  },
  {
    ...wrong(25, 'takes 401 for 404', {
      readError: (response, parts) => {
        const error = right.readError(response, parts);
        return response.status === 401 ? { ...error, status: 404 } : error;
      },
    }),
    alsoFails: [24],
    because: 'the status of an error is wrong',
  },
  {
    ...wrong(26, 'parses the body of every error', {
      readError(response, parts) {
        if (response.text !== '') parts.parse(response.text);
        return right.readError(response, parts);
      },
    }),
    alsoFails: [72],
    because: 'some of its bodies are no JSON either',
  },
  {
    ...wrong(27, 'crashes for an error without a body', {
      readError(response, parts) {
        if (response.text === '') throw new TypeError("Cannot read properties of undefined (reading 'code')");
        return right.readError(response, parts);
      },
    }),
    alsoFails: [37, 44, 60, 77],
    because: 'redirects, a 304 and a response to HEAD have no body',
  },
  {
    ...wrong(28, 'takes a status that it does not know for success', {
      isSuccess: (status) => ![400, 401, 404, 405, 500, 501, 502, 503, 504].includes(status),
    }),
    alsoFails: [66, 77, 72],
    because: 'their statuses are unknown, too',
  },
  {
    ...wrong(29, 'believes the status of the body', {
      readError(response, parts) {
        const { status = response.status } =
          right.isJson(response.mediaType) && response.text !== ''
            ? (right.parse(response.text) as { status?: number })
            : {};
        return { ...right.readError(response, parts), status };
      },
    }),
    alsoFails: [72],
    because: 'it reads bodies that no store writes',
  },
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
  {
    ...wrong(33, 'looks at the clock only when some of the body arrives', {
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
    alsoFails: [34],
    because: 'it waits too long for the head of a second attempt',
  },
  {
    ...wrong(33, 'clears its timer when the head arrives', {
      startDeadline(milliseconds) {
        const deadline = rightTransport.startDeadline(patience * milliseconds);
        return { ...deadline, onHead: deadline.stop };
      },
    }),
    alsoFails: [34],
    because: 'without a timer after the head, nothing ends a body that stalls or dribbles',
  },
  wrong(34, 'sets its timer again whenever some of the body arrives', {
    startDeadline(milliseconds) {
      const passed = new AbortController();
      const timer = setTimeout(() => {
        passed.abort();
      }, milliseconds);
      const again = () => void timer.refresh();
      return { signal: passed.signal, onHead: again, onBytes: again, stop: () => clearTimeout(timer) };
    },
  }),
  wrong(35, 'takes every request without a response for not sent', { outcomeOf: () => 'not_sent' }),
  wrong(36, 'repeats any request that a reused connection lost, as curl does', {
    mayRepeat: (request, outcome) => (outcome instanceof Failure ? outcome.isLost : right.mayRepeat(request, outcome)),
  }),
  wrong(37, 'repeats any request after 503', {
    mayRepeat: (request, outcome) =>
      outcome instanceof Failure ? right.mayRepeat(request, outcome) : outcome.status === 503,
  }),
  wrong(38, 'repeats no request that a connection lost', {
    mayRepeat: (request, outcome) => !(outcome instanceof Failure) && right.mayRepeat(request, outcome),
  }),
  wrong(39, 'reads Retry-After as seconds only', { waitFor: (retryAfter) => (Number(retryAfter ?? 0) || 0) * 1_000 }),
  wrong(40, 'repeats a GET after every error', {
    mayRepeat: (request, outcome) =>
      outcome instanceof Failure
        ? right.mayRepeat(request, outcome)
        : request.method === 'GET' && outcome.status >= 400,
  }),
  wrong(41, 'keeps the key at every redirect', {
    redirected: (request, status, url) => right.redirected(request, status, url, {}),
  }),
  wrong(42, 'takes 307 and 308 for 303', {
    redirected: (request, status, url, key) => right.redirected(request, status > 303 ? 303 : status, url, key),
    mayFollow: (request, status, next) => status > 303 || right.mayFollow(request, status, next),
  }),
  wrong(43, 'splits Link at every comma', {
    checkHead({ headers: { link } }) {
      if (typeof link !== 'string') return;
      if (!link.split(',').every((each) => /^\s*<[^>]*>/.test(each))) throw unreadable('A link has no address.');
    },
  }),
  {
    ...wrong(44, 'waits for as many bytes as Content-Length says, whatever it asked for', {
      async readBody(response, deadline) {
        const chunks = await right.readBody(response, deadline);
        const { length } = Buffer.concat(chunks);
        if (length < Number(response.headers['content-length'] ?? 0)) {
          await once(response, 'data', { signal: deadline.signal });
        }
        return chunks;
      },
    }),
    alsoFails: [89],
    because: 'A 204 has no body either, whatever its Content-Length says.',
  },
  wrong(45, 'reads at most 4096 bytes of an error, and leaves the rest in its connection', {
    readBody: (response, deadline) =>
      response.statusCode === 401 ? readBeginning(response, 4_096) : right.readBody(response, deadline),
  }),
  {
    ...wrong(46, 'never sends a status', {
      creationOf: ({ name, categoryId }) => right.creationOf({ name, categoryId } as NewPet),
    }),
    alsoFails: [48],
    because: 'the pet of that case has a status',
  },
  {
    ...wrong(47, 'never reads a status', {
      readPet: (value, operation) => right.readPet({ ...(value as Fields), status: undefined }, operation),
    }),
    alsoFails: [15, 48, 51, 57, 69],
    because: 'their pets have a status',
  },
  {
    ...wrong(48, 'sends a creation again with its status', {
      mayRepeat: (request, outcome) =>
        right.mayRepeat(request, outcome) ||
        (!(outcome instanceof Failure) && outcome.status < 300 && (request.body ?? '').includes('"status"')),
    }),
    alsoFails: [57, 80],
    because: 'it counts creations',
  },
  {
    ...wrong(49, 'sends no key with a creation', { exchange: withoutKey(({ method }) => method === 'POST') }),
    alsoFails: [48],
    notExercised: [8, 50],
    because: 'the store refuses the creation',
  },
  {
    ...wrong(50, 'declares the body of a creation as Latin 1', {
      bodyHeaders: (body) => ({
        ...right.bodyHeaders(body),
        'Content-Type': 'application/json; charset=ISO-8859-1',
      }),
    }),
    alsoFails: [48],
    because: 'the store refuses such a body',
  },
  {
    ...wrong(51, 'sorts a list by name', {
      arrange: (pets) => [...pets].sort((one, other) => nameOf(one).localeCompare(nameOf(other))),
    }),
    alsoFails: [48, 55, 57],
    because: 'their lists have several names',
  },
  {
    ...wrong(52, 'reads the integers of a single pet as doubles', {
      readPet: (value, operation) =>
        right.readPet(
          operation === 'list'
            ? value
            : {
                ...(value as Fields),
                categoryId: Number((value as Fields).categoryId),
                id: Number((value as Fields).id),
              },
          operation,
        ),
    }),
    alsoFails: [70],
    because: 'it makes a zero of null',
  },
  wrong(53, 'makes a double of the id', {
    encodeId: (petId) => right.encodeId(/^\d+$/.test(petId) ? BigInt(Number(petId)).toString() : petId),
  }),
  wrong(54, 'trims the name of a creation', {
    creationOf: (pet) => right.creationOf({ ...pet, name: (pet.name ?? '').trim() }),
  }),
  wrong(55, 'trims the names that it reads', { readPet: withName((name) => name.trim()) }),
  wrong(56, 'takes an unknown status for available', {
    readPet(value, operation) {
      const { status, ...pet } = value as Fields;
      if (status === undefined) return right.readPet(pet, operation);
      return right.readPet(
        { ...pet, status: status === 'pending' || status === 'sold' ? status : 'available' },
        operation,
      );
    },
  }),
  {
    ...wrong(57, 'keeps the responses of lists', () => ({
      exchange: withCache((url) => url.includes('/pets') && !/pets\/./.test(url)),
    })),
    notExercised: [3],
    because: 'they ask for a list twice',
    alsoFails: [65],
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
    readError(response, parts) {
      const { code, ...error } = right.readError(response, parts);
      return code === undefined ? error : { ...error, code: errorCode(response.status) };
    },
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
  {
    ...wrong(64, 'names another server in Host', {
      exchange(agent, parts) {
        const send = createExchange(agent, parts);
        return (request, deadline) =>
          send({ ...request, headers: { ...request.headers, Host: 'petstore.example.com' } }, deadline);
      },
    }),
    alsoFails: [85],
    because: 'it names that server behind a redirect, too',
  },
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
  {
    ...wrong(66, 'believes a body that looks like pets, whatever the status is', {
      exchange(agent, parts) {
        const send = createExchange(agent, parts);
        return async (request, deadline) => {
          const response = await send(request, deadline);
          return Buffer.concat(response.chunks).includes('"id":') ? { ...response, status: 200 } : response;
        };
      },
    }),
    alsoFails: [77],
    because: 'it looks at 399, too',
  },
  wrong(67, 'looks at the reason phrase, too', {
    checkHead({ status, reason = '' }) {
      if ((status === 200 || status === 201) && !['OK', 'Created'].includes(reason))
        throw unreadable(`It is ${reason}.`);
    },
  }),
  wrong(68, 'has its own HTTP parser, and keeps the connection after a response of HTTP/1.0', {
    exchange: () => createOwnExchange({ isLast: ({ headers }) => headers.connection === 'close' }),
  }),
  {
    ...wrong(69, 'returns the name that it was given for a new pet', () => {
      let given: string | undefined;
      return {
        creationOf: (pet) => right.creationOf({ ...pet, name: (given = pet.name ?? '') }),
        readPet: (value, operation) => withName((name) => (operation === 'create' ? given : name))(value, operation),
      };
    }),
    alsoFails: [83],
    because: 'the name is that of the last call',
  },
  wrong(70, 'has zeros for what a pet does not have, as structs of Go do', {
    readPet: (value, operation) =>
      right.readPet(
        Object(value) === value && !Array.isArray(value) ? { ...zeros, ...(value as Fields) } : value,
        operation,
      ),
  }),
  wrong(71, 'has its own HTTP parser, and expects a space after the colon of a field', {
    exchange: () =>
      createOwnExchange({
        fieldOf(line) {
          const [name = '', value = ''] = line.split(': ');
          return [name.toLowerCase(), value.trim()];
        },
      }),
  }),
  wrong(72, 'fails over an Error body without a code', {
    readError(response, parts) {
      const error = right.readError(response, parts);
      if (error.code === undefined && parts.isJson(response.mediaType) && response.text !== '')
        throw unreadable('The error has no code.');
      return error;
    },
  }),
  wrong(73, 'takes only 200, 201 and 204 for success', {
    isSuccess: (status) => [200, 201, 204].includes(status),
    readError(response, parts) {
      if (response.status < 300) throw unreadable(`The status ${response.status} is not expected.`);
      return right.readError(response, parts);
    },
  }),
  wrong(74, 'sends a creation again whose response is empty', {
    mayRepeat: (request, outcome) =>
      right.mayRepeat(request, outcome) ||
      (!(outcome instanceof Failure) && outcome.status < 300 && Buffer.concat(outcome.chunks).length === 0),
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
  wrong(86, 'has its own HTTP parser, and takes what comes behind a response for the next one', {
    exchange: () => createOwnExchange({ unasked: 'keep' }),
  }),
  wrong(87, 'has its own HTTP parser, and reads the digits at the beginning of a length', {
    exchange: () => createOwnExchange({ framingOf: readingLength((length) => Number.parseInt(length)) }),
  }),
  wrong(88, 'has its own HTTP parser, and looks for a length first', {
    exchange: () =>
      createOwnExchange({
        framingOf(head) {
          const { 'transfer-encoding': coding, ...headers } = head.headers;
          return rightFraming('content-length' in headers ? { ...head, headers } : head);
        },
      }),
  }),
  wrong(89, 'has its own HTTP parser, and waits for the length of a 204', {
    exchange: () =>
      createOwnExchange({
        framingOf: (head) => (head.status === 204 ? Number(head.headers['content-length'] ?? 0) : rightFraming(head)),
      }),
  }),
];

/** Makes a framing that reads a Content-Length in its own way. */
export function readingLength(read: (length: string) => number): typeof rightFraming {
  return ({ headers: { 'content-length': length, ...headers }, ...head }) =>
    rightFraming({
      ...head,
      headers: { ...headers, ...(length !== undefined && { 'content-length': `${read(length)}` }) },
    });
}

const zeros = { id: 0, name: '', categoryId: 0 };

/** Parses the whole line of a chunk, extensions included, as its hexadecimal size. */
function wholeLine(line: string): number {
  const size = Number(`0x${line}`);
  if (Number.isNaN(size)) throw new Error(`The size of a chunk is wrong: ${line}`);
  return size;
}

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

function readBeginning(response: IncomingMessage, maxBytes: number): Promise<readonly Uint8Array[]> {
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = [];
    response.on('data', (chunk: Uint8Array) => {
      chunks.push(chunk);
      if (Buffer.concat(chunks).length >= maxBytes) response.pause();
      if (response.isPaused()) resolve(chunks);
    });
    response.once('end', () => {
      resolve(chunks);
    });
  });
}

/** Makes an exchange that sends some requests without the key. */
function withoutKey(isAffected: (request: Outgoing) => boolean): Parts['exchange'] {
  return (agent, parts) => {
    const send = createExchange(agent, parts);
    return (request, deadline) => {
      const { Authorization, ...headers } = request.headers;
      return send(isAffected(request) && Authorization !== undefined ? { ...request, headers } : request, deadline);
    };
  };
}

/** Makes an exchange that keeps the successful responses of some GET requests. */
export function withCache(isKept: (url: string) => boolean): Parts['exchange'] {
  const responses = new Map<string, Incoming>();
  return (agent, parts) => {
    const send = createExchange(agent, parts);
    return async (request, deadline) => {
      const known = responses.get(request.url);
      if (request.method === 'GET' && known !== undefined) return known;
      const response = await send(request, deadline);
      if (request.method === 'GET' && response.status === 200 && isKept(request.url))
        responses.set(request.url, response);
      return response;
    };
  };
}

/** Makes a reader that changes the names of pets. */
export function withName(change: (name: string) => unknown): Parts['readPet'] {
  return (value, operation) => {
    const pet = right.readPet(value, operation) as { readonly name: string };
    return { ...pet, name: change(pet.name) };
  };
}

function nameOf(pet: unknown): string {
  return (pet as { readonly name: string }).name;
}
