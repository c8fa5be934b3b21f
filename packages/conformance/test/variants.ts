// More mistakes. Each must show in its own case, which is the only one that runs.
import { parseJson } from '@petstore/core';
import { Agent } from 'node:http';
import {
  alsoRepeating,
  changed,
  changingResponses,
  readingChanged,
  readingLength,
  refusing,
  withCache,
  withName,
  withStatus,
  type Fields,
} from './changes.ts';
import { createExchange, Failure, rightTransport, type Incoming } from './exchange.ts';
import { wrong, wrongParser, type Mistake } from './mistakes.ts';
import { createOwnExchange, usualField } from './own-http.ts';
import { right, type NewPet, type Parts } from './right-client.ts';

type NamedPet = NewPet & { readonly name: string };

/** Mistakes that are tried only in their own case. */
export const variants: readonly Mistake[] = [
  wrong(1, 'cuts the base address at its last slash, as relative URLs do', {
    join: (baseUrl, path) => new URL(path.slice(1), baseUrl).href,
  }),
  wrong(2, 'encodes a status twice', { encodeQuery: encodingStatus(encodeURIComponent) }),
  wrong(2, 'decodes a status before it encodes it', {
    encodeQuery: encodingStatus((status) => status.replace('%41', 'A')),
  }),
  wrong(2, 'encodes no percent sign at the end', {
    encodeQuery: (query) => right.encodeQuery(query).replace(/%25$/, '%'),
  }),
  wrong(2, 'has its own HTTP parser, and puts a status into the query as it is', {
    exchange: () => createOwnExchange({}),
    encodeQuery: ({ status }) => (status === undefined ? '' : `?status=${status}`),
  }),
  wrong(3, 'drops the limit if there is a status', {
    encodeQuery: ({ limit, status }) =>
      right.encodeQuery(status === undefined ? { ...(limit !== undefined && { limit }) } : { status }),
  }),
  wrong(5, 'sends the smallest integer without its sign', {
    creationOf: (pet) => ({ ...right.creationOf(pet), categoryId: BigInt.asUintN(64, BigInt(pet.categoryId ?? '')) }),
  }),
  wrong(5, 'sends a category as a text', {
    creationOf: (pet) => ({ ...right.creationOf(pet), categoryId: pet.categoryId }),
  }),
  wrong(8, 'sends the key as Basic', {
    keyHeaders: (apiKey) => ({ Authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}` }),
  }),
  wrong(11, 'wraps integers to 63 bits', {
    readPet: readingChanged(({ categoryId, ...pet }) => ({
      ...pet,
      categoryId: BigInt.asIntN(63, BigInt(String(categoryId))),
    })),
  }),
  wrong(11, 'reads an id as a double', { readPet: readingChanged((pet) => ({ ...pet, id: Number(pet.id) })) }),
  wrong(17, 'looks for "application/json" in lower case, but only in errors', {
    readError: (response, parts) =>
      right.readError(response, { ...parts, isJson: (mediaType) => mediaType.startsWith('application/json') }),
  }),
  wrong(24, 'loses the message of 400', {
    readError: changed(right.readError, (error) =>
      error.status === 400 ? { ...error, message: 'Bad Request' } : error,
    ),
  }),
  wrong(13, 'loses the code and the message of an error with an unknown field', {
    readError: changed(right.readError, (error, { status, text }) =>
      text.includes('hints') ? { kind: 'api', status } : error,
    ),
  }),
  wrong(25, 'takes 401 of a list for an empty list', {
    isSuccess: (status) => status !== 404,
    isJson: () => true,
    readPet: () => ({}),
    parse: () => [],
  }),
  wrong(26, 'takes a page of HTML for an empty list', {
    isJson: () => true,
    parse: (text) => (text.startsWith('<') ? [] : right.parse(text)),
    readError: ({ status }) => ({ kind: 'api', status }),
  }),
  wrong(27, 'crashes for 204', {
    checkHead({ status }) {
      if (status === 204) throw new TypeError('Unexpected end of JSON input');
    },
  }),
  wrong(28, 'takes what is beyond 505 for success', { isSuccess: (status) => status < 300 || status > 505 }),
  wrong(31, 'believes a creation that is cut off', {
    readBody: (response, deadline) =>
      right.readBody(response, deadline).catch((error: unknown) => {
        if (response.statusCode !== 201) throw error;
        return [Buffer.from('{"id":1,"name":"Rex","categoryId":1}')];
      }),
  }),
  wrong(35, 'takes a refused connection for an unknown outcome', { outcomeOf: () => 'unknown' }),
  wrong(39, 'waits for a past date as long as for a future one', {
    waitFor: (retryAfter) =>
      (retryAfter ?? '').endsWith('GMT')
        ? Math.min(9_000, Math.abs(Date.parse(retryAfter ?? '') - Date.now()))
        : right.waitFor(retryAfter),
  }),
  wrong(39, 'waits a while if Retry-After is negative', {
    waitFor: (retryAfter) => (retryAfter === '-5' ? 4_000 : right.waitFor(retryAfter)),
  }),
  wrong(36, 'repeats any request that a connection lost, fresh or not', {
    mayRepeat: (request, outcome) => outcome instanceof Failure || right.mayRepeat(request, outcome),
  }),
  wrong(37, 'repeats any request after 504', { mayRepeat: alsoRepeating(({ status }) => status === 504) }),
  wrong(37, 'repeats any request after 503 that has a Retry-After', {
    mayRepeat: alsoRepeating(({ headers }) => headers['retry-after'] !== undefined),
  }),
  wrong(39, 'takes the seconds of Retry-After for milliseconds', {
    waitFor: (retryAfter) => (/^[0-9]{1,3}$/.test(retryAfter ?? '') ? Number(retryAfter) : right.waitFor(retryAfter)),
  }),
  wrong(41, 'compares the host of a redirect without its port', {
    redirected: (request, status, url, key) =>
      right.redirected(request, status, url, new URL(url).hostname === new URL(request.url).hostname ? {} : key),
  }),
  wrong(42, 'loses the body at 308', {
    redirected: changed(right.redirected, (next, _, status, __, key) =>
      status === 308 ? { ...next, body: '', headers: key } : next,
    ),
  }),
  wrong(44, 'reads HEAD as if it had a body', {
    checkHead: refusing(right.checkHead, ({ chunks, status }) => chunks.length === 0 && status === 200),
  }),
  wrong(3, 'sends the query of the last list with a get', () => {
    let last = '';
    return {
      encodeQuery: (query) => (last = right.encodeQuery(query)),
      encodeId: (petId) => right.encodeId(petId) + last,
    };
  }),
  wrong(5, 'makes a double of the category if there is a status', {
    creationOf: (pet) => {
      const creation = right.creationOf(pet);
      return pet.status === undefined ? creation : { ...creation, categoryId: Number(pet.categoryId) };
    },
  }),
  wrong(8, 'sends the key in the body of a creation, too', () => {
    let key = '';
    return {
      keyHeaders: (apiKey = '') => right.keyHeaders((key = apiKey)),
      creationOf: (pet) => ({ ...right.creationOf(pet), apiKey: key }),
    };
  }),
  wrong(53, 'takes the id 0 for none', { encodeId: (petId) => (petId === '0' ? '' : right.encodeId(petId)) }),
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
  ).map(([mistake, nameOf]) =>
    wrong(54, mistake, {
      creationOf: ({ name = '', ...pet }) => ({ ...right.creationOf(pet), name: nameOf({ name, ...pet }) }),
    }),
  ),
  wrong(54, 'writes Latin 1 if that can be', {
    creationOf: (pet) => ({ ...right.creationOf(pet), name: pet.name === 'José' ? 'Jos\ufffd' : pet.name }),
  }),
  wrong(55, 'takes the name null of one pet for none', {
    readPet: withNameOfOne((name) => (name === 'null' ? '' : name)),
  }),
  wrong(55, 'makes a number of the name of one pet', {
    readPet: withNameOfOne((name) => (/^\d+$/.test(name) ? String(Number(name)) : name)),
  }),
  wrong(55, 'cuts the name of one pet at 32,767 characters', {
    readPet: withNameOfOne((name) => name.slice(0, 32_767)),
  }),
  wrong(17, 'knows no parameter of a media type but charset=utf-8', {
    isJson: (mediaType) => /^application\/json(?:; ?charset=utf-8)?$/i.test(mediaType),
  }),
  wrongParser(19, 'looks for "chunked" in lower case', {
    fieldOf(line) {
      const [name, value] = usualField(line);
      return [name, value === 'Chunked' ? 'unknown' : value];
    },
  }),
  wrong(22, 'asks for br with a creation, as a browser does, and cannot read it', {
    bodyHeaders: (body) => ({ ...right.bodyHeaders(body), 'Accept-Encoding': 'gzip, br;q=0.5' }),
  }),
  wrong(24, 'cuts a message at 255 characters', { readError: withMessage((message) => message.slice(0, 255)) }),
  wrong(24, 'takes a message for a format', { readError: withMessage((message) => message.replace(/%[sd]/g, '0')) }),
  wrong(24, 'escapes a message for HTML', {
    readError: withMessage((message) => message.replaceAll('&', '&amp;').replaceAll('<', '&lt;')),
  }),
  wrong(28, 'takes 403 for 401', {
    readError: (response, parts) =>
      right.readError({ ...response, status: response.status === 403 ? 401 : response.status }, parts),
  }),
  wrong(33, 'never waits for more than 3 s', {
    startDeadline: (milliseconds) => rightTransport.startDeadline(Math.min(milliseconds, 3_000)),
  }),
  wrong(33, 'sets its timer when the head arrives', {
    startDeadline(milliseconds) {
      const passed = new AbortController();
      let timer: NodeJS.Timeout | undefined;
      return {
        ...rightTransport.startDeadline(milliseconds),
        signal: passed.signal,
        onHead: () => void (timer = setTimeout(() => passed.abort(), milliseconds)),
        stop: () => clearTimeout(timer),
      };
    },
  }),
  wrong(35, 'takes a connection that is closed for one that was refused', {
    report: ({ error }) => (error.message === 'socket hang up' ? { ...error, outcome: 'not_sent' } : error),
  }),
  wrong(37, 'sends a creation again if a proxy answers for its server', {
    mayRepeat: alsoRepeating(({ headers }) => String(headers['content-type']).includes('html')),
  }),
  wrong(41, 'moves for good at 308, with its key', () => {
    let moved: string | undefined;
    return {
      join: (baseUrl, path) => right.join(moved ?? baseUrl, path),
      redirected(request, status, url, key) {
        if (status === 308) moved = url.replace(/\/pets$/, '');
        return right.redirected(request, status, url, key);
      },
    };
  }),
  wrong(85, 'takes every relative address for one below the base address', {
    redirected: (request, status, url, key) =>
      right.redirected(
        request,
        status,
        url.includes('?status=sold') ? `${request.url.replace(/\?.*/, '')}/pets?status=sold` : url,
        key,
      ),
  }),
  ...Object.entries({
    'an unavailable pet': /available/,
    'a pet that is sold in advance': /sold/,
    'a pet under review': /^pending/,
  }).map(([pet, pattern]) =>
    wrong(56, `looks for a known status within an unknown one, and finds that of ${pet}`, {
      readPet: withStatus((status) => pattern.exec(status)?.[0] ?? status),
    }),
  ),
  wrong(57, 'keeps the responses of lists with a filter', () => ({
    exchange: withCache((url) => url.includes('status=')),
  })),
  wrong(57, 'keeps the pets that it gets', () => ({ exchange: withCache((url) => /pets\/./.test(url)) })),
  wrong(57, 'returns the last response instead of an error', () => {
    const responses = new Map<string, Incoming>();
    return {
      exchange: changingResponses((response, { url }) => {
        if (response.status === 200) responses.set(url, response);
        return response.status >= 400 ? (responses.get(url) ?? response) : response;
      }),
    };
  }),
  wrong(57, 'sends the same Idempotency-Key with every creation', {
    bodyHeaders: (body) => ({ ...right.bodyHeaders(body), 'Idempotency-Key': 'pets' }),
  }),
  wrong(64, 'uses the connection to one port for another', {
    exchange: (_, parts) => createExchange(oneConnection, parts),
  }),
  wrongParser(87, 'takes a length with a sign', { framingOf: readingLength(Number) }),
  wrongParser(87, 'takes the last of two lengths', {
    framingOf: readingLength((length) => Number(length.replace(/.*, /, ''))),
  }),
  wrongParser(68, 'does not look for close among others', {
    isLast: ({ version, headers }) => version === 'HTTP/1.0' || headers.connection === 'close',
  }),
  ...(['categoryId', 'status'] as const).map((field) =>
    wrong(69, `returns the ${field} that it was given for a new pet`, () => {
      let given: NewPet = {};
      return {
        creationOf: (pet) => right.creationOf((given = pet)),
        readPet: changed(right.readPet, (pet, _, operation) =>
          operation === 'create' && given[field] !== undefined ? { ...(pet as Fields), [field]: given[field] } : pet,
        ),
      };
    }),
  ),
  wrong(69, 'returns the id that it was asked for', () => {
    let asked = '';
    return {
      encodeId: (petId) => right.encodeId((asked = petId)),
      readPet: changed(right.readPet, (pet, _, operation) =>
        operation === 'get' ? { ...(pet as Fields), id: asked } : pet,
      ),
    };
  }),
  wrong(70, 'loops over {} as over an empty list', { parse: (text) => (text === '{}' ? [] : right.parse(text)) }),
  wrong(58, 'returns an empty list if its parser fails', {
    parse(text) {
      const value = parseJson(text);
      return value.isOk() ? value.value : [];
    },
  }),
  wrong(70, 'drops the pets of a list that are not valid', {
    readPet: (value, operation) =>
      operation === 'list' && (value as Fields).id === undefined ? undefined : right.readPet(value, operation),
    arrange: (pets) => pets.filter((pet) => pet !== undefined),
  }),
  wrong(74, 'sends a creation again if its response is cut off', {
    mayRepeat: (request, outcome) =>
      right.mayRepeat(request, outcome) || (outcome instanceof Failure && outcome.error.message === 'aborted'),
  }),
];

/** Uses the connections to all servers as if there were one server. */
const oneConnection = Object.assign(new Agent({ keepAlive: true }), { getName: () => 'one' });

/** Makes a reader that changes the messages of errors. */
function withMessage(change: (message: string) => string): Parts['readError'] {
  return changed(right.readError, (error) => ({ ...error, message: change(error.message ?? '') }));
}

/** Makes a reader that changes the name of a pet that is not in a list. */
function withNameOfOne(change: (name: string) => string): Parts['readPet'] {
  return (value, operation) => (operation === 'list' ? right.readPet : withName(change))(value, operation);
}

/** Makes a query whose status is changed before it is encoded. */
function encodingStatus(change: (status: string) => string): Parts['encodeQuery'] {
  return ({ status, ...query }) =>
    right.encodeQuery({ ...query, ...(status !== undefined && { status: change(status) }) });
}
