// More mistakes. Each must show in its own case, which is the only one that runs.
import { parseJson } from '@petstore/core';
import { Agent } from 'node:http';
import { createExchange, Failure, rightTransport, type Incoming } from './exchange.ts';
import { withCache, withName, type Mistake } from './mistakes.ts';
import { createOwnExchange } from './own-http.ts';
import { right, unreadable, type NewPet, type Parts } from './right-client.ts';

type Fields = Readonly<Record<string, unknown>>;
type NamedPet = NewPet & { readonly name: string };

/** Mistakes that are tried only in their own case. */
export const variants: readonly Pick<Mistake, 'case' | 'mistake' | 'make'>[] = [
  {
    case: 1,
    mistake: 'cuts the base address at its last slash, as relative URLs do',
    make: () => ({ join: (baseUrl, path) => new URL(path.slice(1), baseUrl).href }),
  },
  {
    case: 2,
    mistake: 'encodes an id twice',
    make: () => ({ encodeId: (petId) => right.encodeId(right.encodeId(petId)) }),
  },
  {
    case: 2,
    mistake: 'encodes no percent sign',
    make: () => ({ encodeId: (petId) => right.encodeId(petId).replace('%25', '%') }),
  },
  {
    case: 3,
    mistake: 'drops the limit if there is a status',
    make: () => ({
      encodeQuery: ({ limit, status }) =>
        right.encodeQuery(status === undefined ? { ...(limit !== undefined && { limit }) } : { status }),
    }),
  },
  {
    case: 5,
    mistake: 'sends the smallest integer without its sign',
    make: () => ({
      creationOf: (pet) => ({ ...right.creationOf(pet), categoryId: BigInt.asUintN(64, BigInt(pet.categoryId ?? '')) }),
    }),
  },
  {
    case: 5,
    mistake: 'sends a category as a text',
    make: () => ({ creationOf: (pet) => ({ ...right.creationOf(pet), categoryId: pet.categoryId }) }),
  },
  {
    case: 8,
    mistake: 'sends the key as Basic',
    make: () => ({
      keyHeaders: (apiKey) => ({ Authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}` }),
    }),
  },
  {
    case: 11,
    mistake: 'wraps integers to 63 bits',
    make: () => ({
      readPet: (value, operation) =>
        right.readPet(
          { ...(value as Fields), categoryId: BigInt.asIntN(63, BigInt(String((value as Fields).categoryId))) },
          operation,
        ),
    }),
  },
  {
    case: 11,
    mistake: 'reads an id as a double',
    make: () => ({
      readPet: (value, operation) =>
        right.readPet({ ...(value as Fields), id: Number((value as Fields).id) }, operation),
    }),
  },
  {
    case: 17,
    mistake: 'looks for "application/json" in lower case, but only in errors',
    make: () => ({
      readError: (response, parts) =>
        right.readError(response, { ...parts, isJson: (mediaType) => mediaType.startsWith('application/json') }),
    }),
  },
  {
    case: 24,
    mistake: 'loses the message of 400',
    make: () => ({
      readError: (response, parts) => ({
        ...right.readError(response, parts),
        ...(response.status === 400 && { message: 'Bad Request' }),
      }),
    }),
  },
  {
    case: 13,
    mistake: 'loses the code and the message of an error with an unknown field',
    make: () => ({
      readError: (response, parts) =>
        response.text.includes('hints') ? { kind: 'api', status: response.status } : right.readError(response, parts),
    }),
  },
  {
    case: 25,
    mistake: 'takes 401 of a list for an empty list',
    make: () => ({ isSuccess: (status) => status !== 404, isJson: () => true, readPet: () => ({}), parse: () => [] }),
  },
  {
    case: 26,
    mistake: 'takes a page of HTML for an empty list',
    make: () => ({
      isJson: () => true,
      parse: (text) => (text.startsWith('<') ? [] : right.parse(text)),
      readError: ({ status }) => ({ kind: 'api', status }),
    }),
  },
  {
    case: 27,
    mistake: 'crashes for 204',
    make: () => ({
      checkHead({ status }) {
        if (status === 204) throw new TypeError('Unexpected end of JSON input');
      },
    }),
  },
  {
    case: 28,
    mistake: 'takes what is beyond 505 for success',
    make: () => ({ isSuccess: (status) => status < 300 || status > 505 }),
  },
  {
    case: 31,
    mistake: 'believes a creation that is cut off',
    make: () => ({
      readBody: (response, deadline) =>
        right.readBody(response, deadline).catch((error: unknown) => {
          if (response.statusCode !== 201) throw error;
          return [Buffer.from('{"id":1,"name":"Rex","categoryId":1}')];
        }),
    }),
  },
  {
    case: 35,
    mistake: 'takes a refused connection for an unknown outcome',
    make: () => ({ outcomeOf: () => 'unknown' }),
  },
  {
    case: 39,
    mistake: 'waits for a past date as long as for a future one',
    make: () => ({
      waitFor: (retryAfter) =>
        (retryAfter ?? '').endsWith('GMT')
          ? Math.min(9_000, Math.abs(Date.parse(retryAfter ?? '') - Date.now()))
          : right.waitFor(retryAfter),
    }),
  },
  {
    case: 39,
    mistake: 'waits a while if Retry-After is negative',
    make: () => ({ waitFor: (retryAfter) => (retryAfter === '-5' ? 4_000 : right.waitFor(retryAfter)) }),
  },
  {
    case: 39,
    mistake: 'lets the timer overflow for a year',
    make: () => ({ waitFor: (retryAfter) => (retryAfter === '31536000' ? 1 : right.waitFor(retryAfter)) }),
  },
  {
    case: 40,
    mistake: 'repeats a creation after 400',
    make: () => ({ mayRepeat: (_, outcome) => !(outcome instanceof Failure) && outcome.status === 400 }),
  },
  {
    case: 36,
    mistake: 'repeats any request that a connection lost, fresh or not',
    make: () => ({
      mayRepeat: (request, outcome) => outcome instanceof Failure || right.mayRepeat(request, outcome),
    }),
  },
  {
    case: 37,
    mistake: 'repeats any request after 504',
    make: () => ({
      mayRepeat: (request, outcome) =>
        (!(outcome instanceof Failure) && outcome.status === 504) || right.mayRepeat(request, outcome),
    }),
  },
  {
    case: 37,
    mistake: 'repeats any request after 503 that has a Retry-After',
    make: () => ({
      mayRepeat: (request, outcome) =>
        (!(outcome instanceof Failure) && outcome.headers['retry-after'] !== undefined) ||
        right.mayRepeat(request, outcome),
    }),
  },
  {
    case: 39,
    mistake: 'takes the seconds of Retry-After for milliseconds',
    make: () => ({
      waitFor: (retryAfter) => (/^[0-9]{1,3}$/.test(retryAfter ?? '') ? Number(retryAfter) : right.waitFor(retryAfter)),
    }),
  },
  {
    case: 41,
    mistake: 'compares the host of a redirect without its port',
    make: () => ({
      redirected: (request, status, url, key) =>
        right.redirected(request, status, url, new URL(url).hostname === new URL(request.url).hostname ? {} : key),
    }),
  },
  {
    case: 42,
    mistake: 'loses the body at 308',
    make: () => ({
      redirected: (request, status, url, key) => ({
        ...right.redirected(request, status, url, key),
        ...(status === 308 && { body: '', headers: key }),
      }),
    }),
  },
  {
    case: 44,
    mistake: 'reads HEAD as if it had a body',
    make: () => ({
      checkHead({ chunks, status }) {
        if (chunks.length === 0 && status === 200) throw unreadable('The body is empty.');
      },
    }),
  },
  {
    case: 3,
    mistake: 'sends the query of the last list with a get',
    make: () => {
      let last = '';
      return {
        encodeQuery: (query) => (last = right.encodeQuery(query)),
        encodeId: (petId) => right.encodeId(petId) + last,
      };
    },
  },
  {
    case: 5,
    mistake: 'makes a double of the category if there is a status',
    make: () => ({
      creationOf: (pet) => {
        const creation = right.creationOf(pet);
        return pet.status === undefined ? creation : { ...creation, categoryId: Number(pet.categoryId) };
      },
    }),
  },
  {
    case: 8,
    mistake: 'sends the key in the body of a creation, too',
    make: () => {
      let key = '';
      return {
        keyHeaders: (apiKey = '') => right.keyHeaders((key = apiKey)),
        creationOf: (pet) => ({ ...right.creationOf(pet), apiKey: key }),
      };
    },
  },
  {
    case: 53,
    mistake: 'takes the id 0 for none',
    make: () => ({ encodeId: (petId) => (petId === '0' ? '' : right.encodeId(petId)) }),
  },
  ...(
    [
      ['cuts the end of a line from a name', ({ name }) => name.replace(/\r?\n$/, '')],
      ['cuts a name at a null character', ({ name }) => name.split('\0')[0]],
      ['cuts a name of more than 8,192 characters', ({ name }) => name.slice(0, 8_192)],
      ['trims the name if there is a status', ({ name, status }) => (status === undefined ? name : name.trim())],
      ['takes the name None for none', ({ name }) => (name === 'None' ? '' : name)],
      ['makes a boolean of the name false', ({ name }) => (name === 'false' ? false : name)],
      ['reads a file for a name that begins with @, as curl does', ({ name }) => (name.startsWith('@') ? '' : name)],
      ['takes the name for a format', ({ name }) => name.replace(/%[dsi]/g, '0')],
      ['writes a date in its own way', ({ name }) => name.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3.$2.$1')],
      ['writes a decimal in its own way', ({ name }) => name.replace(/^(\d+\.\d)0$/, '$1')],
      ['drops characters for private use', ({ name }) => name.replace(/\p{Co}/gu, '')],
    ] satisfies readonly (readonly [string, (pet: NamedPet) => unknown])[]
  ).map(([mistake, nameOf]) => ({
    case: 54,
    mistake,
    make: () => ({
      creationOf: ({ name = '', ...pet }: NewPet) => ({ ...right.creationOf(pet), name: nameOf({ name, ...pet }) }),
    }),
  })),
  {
    case: 54,
    mistake: 'writes Latin 1 if that can be',
    make: () => ({
      creationOf: (pet) => ({ ...right.creationOf(pet), name: pet.name === 'José' ? 'Jos\ufffd' : pet.name }),
    }),
  },
  ...(
    [
      ['takes the name null of one pet for none', (name) => (name === 'null' ? '' : name)],
      ['makes a number of the name of one pet', (name) => (/^\d+$/.test(name) ? String(Number(name)) : name)],
      ['cuts the name of one pet at 32,767 characters', (name) => name.slice(0, 32_767)],
    ] satisfies readonly (readonly [string, (name: string) => string])[]
  ).map(([mistake, change]) => ({
    case: 55,
    mistake,
    make: () => ({
      readPet: (value: unknown, operation: 'list' | 'create' | 'get') =>
        operation === 'list' ? right.readPet(value, operation) : withName(change)(value, operation),
    }),
  })),
  {
    case: 17,
    mistake: 'knows no parameter of a media type but charset=utf-8',
    make: () => ({ isJson: (mediaType) => /^application\/json(?:; ?charset=utf-8)?$/i.test(mediaType) }),
  },
  {
    case: 19,
    mistake: 'has its own HTTP parser, and looks for "chunked" in lower case',
    make: () => ({
      exchange: () =>
        createOwnExchange({
          fieldOf(line) {
            const [, name = '', value = ''] = /^([^:]*):(.*)$/.exec(line) ?? [];
            return [name.toLowerCase(), value.trim() === 'Chunked' ? 'unknown' : value.trim()];
          },
        }),
    }),
  },
  {
    case: 22,
    mistake: 'asks for br with a creation, as a browser does, and cannot read it',
    make: () => ({ bodyHeaders: (body) => ({ ...right.bodyHeaders(body), 'Accept-Encoding': 'gzip, br;q=0.5' }) }),
  },
  {
    case: 24,
    mistake: 'cuts a message at 255 characters',
    make: () => ({ readError: withMessage((message) => message.slice(0, 255)) }),
  },
  {
    case: 24,
    mistake: 'takes a message for a format',
    make: () => ({ readError: withMessage((message) => message.replace(/%[sd]/g, '0')) }),
  },
  {
    case: 24,
    mistake: 'escapes a message for HTML',
    make: () => ({ readError: withMessage((message) => message.replaceAll('&', '&amp;').replaceAll('<', '&lt;')) }),
  },
  {
    case: 28,
    mistake: 'takes 403 for 401',
    make: () => ({
      readError: (response, parts) => right.readError({ ...response, status: shownStatus(response.status) }, parts),
    }),
  },
  {
    case: 33,
    mistake: 'never waits for more than 3 s',
    make: () => ({ startDeadline: (milliseconds) => rightTransport.startDeadline(Math.min(milliseconds, 3_000)) }),
  },
  {
    case: 33,
    mistake: 'sets its timer when the head arrives',
    make: () => ({
      startDeadline(milliseconds) {
        const passed = new AbortController();
        let timer: NodeJS.Timeout | undefined;
        const onHead = () => {
          timer = setTimeout(() => {
            passed.abort();
          }, milliseconds);
        };
        return { signal: passed.signal, onHead, onBytes: () => undefined, stop: () => clearTimeout(timer) };
      },
    }),
  },
  {
    case: 35,
    mistake: 'takes a connection that is closed for one that was refused',
    make: () => ({
      report: ({ error }) => (error.message === 'socket hang up' ? { ...error, outcome: 'not_sent' } : error),
    }),
  },
  {
    case: 37,
    mistake: 'sends a creation again if a proxy answers for its server',
    make: () => ({
      mayRepeat: (request, outcome) =>
        right.mayRepeat(request, outcome) ||
        (!(outcome instanceof Failure) && String(outcome.headers['content-type']).includes('html')),
    }),
  },
  {
    case: 41,
    mistake: 'moves for good at 308, with its key',
    make: () => {
      let moved: string | undefined;
      return {
        join: (baseUrl, path) => right.join(moved ?? baseUrl, path),
        redirected(request, status, url, key) {
          if (status === 308) moved = url.replace(/\/pets$/, '');
          return right.redirected(request, status, url, key);
        },
      };
    },
  },
  {
    case: 42,
    mistake: 'takes every relative address for one below the base address',
    make: () => ({
      redirected: (request, status, url, key) =>
        right.redirected(
          request,
          status,
          url.includes('?status=sold') ? `${request.url.replace(/\?.*/, '')}/pets?status=sold` : url,
          key,
        ),
    }),
  },
  ...[
    ['an unavailable pet', /available/],
    ['a pet that is sold in advance', /sold/],
    ['a pet under review', /^pending/],
  ].map(([pet, pattern]) => ({
    case: 56,
    mistake: `looks for a known status within an unknown one, and finds that of ${String(pet)}`,
    make: () => ({
      readPet(value: unknown) {
        const { status, ...others } = value as Fields;
        const [found = status] = new RegExp(pattern ?? '').exec(String(status)) ?? [];
        return right.readPet(status === undefined ? others : { ...others, status: found }, 'list');
      },
    }),
  })),
  {
    case: 57,
    mistake: 'keeps the responses of lists with a filter',
    make: () => ({ exchange: withCache((url) => url.includes('status=')) }),
  },
  {
    case: 57,
    mistake: 'keeps the pets that it gets',
    make: () => ({ exchange: withCache((url) => /pets\/./.test(url)) }),
  },
  {
    case: 57,
    mistake: 'returns the last response instead of an error',
    make: () => {
      const responses = new Map<string, Incoming>();
      return {
        exchange(agent, parts) {
          const send = createExchange(agent, parts);
          return async (request, deadline) => {
            const response = await send(request, deadline);
            if (response.status === 200) responses.set(request.url, response);
            return response.status >= 400 ? (responses.get(request.url) ?? response) : response;
          };
        },
      };
    },
  },
  {
    case: 57,
    mistake: 'sends the same Idempotency-Key with every creation',
    make: () => ({ bodyHeaders: (body) => ({ ...right.bodyHeaders(body), 'Idempotency-Key': 'pets' }) }),
  },
  {
    case: 64,
    mistake: 'uses the connection to one port for another',
    make: () => ({ exchange: (_, parts) => createExchange(oneConnection, parts) }),
  },
  {
    case: 65,
    mistake: 'refuses every call after it was refused once',
    make: () => {
      let refused: Failure | undefined;
      return {
        creationOf(pet) {
          if (refused !== undefined) throw refused;
          return right.creationOf(pet);
        },
        readError(response, parts) {
          const error = right.readError(response, parts);
          if (response.status === 401) refused = new Failure(error);
          return error;
        },
      };
    },
  },
  {
    case: 68,
    mistake: 'has its own HTTP parser, and does not look for close among others',
    make: () => ({
      exchange: () =>
        createOwnExchange({
          isLast: ({ version, headers }) => version === 'HTTP/1.0' || headers.connection === 'close',
        }),
    }),
  },
  ...(['categoryId', 'status'] as const).map((field) => ({
    case: 69,
    mistake: `returns the ${field} that it was given for a new pet`,
    make: () => {
      let given: NewPet = {};
      return {
        creationOf: (pet: NewPet) => right.creationOf((given = pet)),
        readPet(value: unknown, operation: 'list' | 'create' | 'get') {
          const pet = right.readPet(value, operation) as Fields;
          return operation === 'create' && given[field] !== undefined ? { ...pet, [field]: given[field] } : pet;
        },
      };
    },
  })),
  {
    case: 69,
    mistake: 'returns the id that it was asked for',
    make: () => {
      let asked = '';
      return {
        encodeId: (petId) => right.encodeId((asked = petId)),
        readPet(value, operation) {
          const pet = right.readPet(value, operation) as Fields;
          return operation === 'get' ? { ...pet, id: asked } : pet;
        },
      };
    },
  },
  {
    case: 70,
    mistake: 'loops over {} as over an empty list',
    make: () => ({ parse: (text) => (text === '{}' ? [] : right.parse(text)) }),
  },
  {
    case: 58,
    mistake: 'returns an empty list if its parser fails',
    make: () => ({
      parse(text) {
        const value = parseJson(text);
        return value.isOk() ? value.value : [];
      },
    }),
  },
  {
    case: 70,
    mistake: 'drops the pets of a list that are not valid',
    make: () => ({
      readPet: (value, operation) =>
        operation === 'list' && (value as Fields).id === undefined ? undefined : right.readPet(value, operation),
      arrange: (pets) => pets.filter((pet) => pet !== undefined),
    }),
  },
  {
    case: 74,
    mistake: 'sends a creation again if its response is cut off',
    make: () => ({
      mayRepeat: (request, outcome) =>
        right.mayRepeat(request, outcome) || (outcome instanceof Failure && outcome.error.message === 'aborted'),
    }),
  },
];

/** Uses the connections to all servers as if there were one server. */
class OneConnection extends Agent {
  override getName(): string {
    return 'one';
  }
}

const oneConnection = new OneConnection({ keepAlive: true });

/** Takes 403 for 401. */
function shownStatus(status: number): number {
  return status === 403 ? 401 : status;
}

/** Makes a reader that changes the messages of errors. */
function withMessage(change: (message: string) => string): Parts['readError'] {
  return (response, parts) => {
    const error = right.readError(response, parts);
    return { ...error, message: change(error.message ?? '') };
  };
}
