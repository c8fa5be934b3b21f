// A client that does everything right, in parts: a wrong one replaces one of them.
import { parseJson, stringifyJson } from '@petstore/core';
import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import type { ClientUnderTest, ClientFixture } from '../src/adapter/client-fixture.ts';
import type { AnswerError, CallArguments, ClientResult } from '../src/adapter/protocol.ts';
import {
  createExchange,
  Failure,
  rightTransport,
  type Deadline,
  type Exchange,
  type Incoming,
  type Outgoing,
  type TransportParts,
} from './exchange.ts';

type Query = Pick<CallArguments, 'limit' | 'status'>;
export type NewPet = Pick<CallArguments, 'name' | 'categoryId' | 'status'>;
type Fields = Readonly<Record<string, unknown>>;
type Headers = Readonly<Record<string, string>>;

/** A response whose body is read. */
export interface ReadResponse {
  readonly status: number;
  readonly mediaType: string;
  readonly text: string;
}

/** What a client does with what it sends and receives. */
export interface Parts extends TransportParts {
  // What it sends.
  readonly join: (baseUrl: string, path: string) => string;
  readonly encodeId: (petId: string) => string;
  readonly encodeQuery: (query: Query) => string;
  readonly creationOf: (pet: NewPet) => Fields;
  /** Writes a body; `undefined` for none. */
  readonly encodeBody: (creation: Fields | undefined) => string | undefined;
  readonly bodyHeaders: (body: string) => Headers;
  readonly keyHeaders: (apiKey: string | undefined) => Headers;

  // How it talks.
  readonly exchange: (agent: Agent, parts: Parts) => Exchange;
  /** Whether to send a request again. */
  readonly mayRepeat: (request: Outgoing, outcome: Incoming | Failure) => boolean;
  /** Says how long a Retry-After wants it to wait, in milliseconds. */
  readonly waitFor: (retryAfter: string | undefined) => number;
  readonly maxRedirects: number;
  /** Makes the request that a redirect asks for. */
  readonly redirected: (request: Outgoing, status: number, url: string, key: Headers) => Outgoing;
  /** Whether the response of a redirect's request can be that of the request. */
  readonly mayFollow: (request: Outgoing, status: number, next: Outgoing) => boolean;

  // What it makes of a response.
  /** Decodes a whole body, and throws if it is not UTF-8. */
  readonly textOf: (chunks: readonly Uint8Array[]) => string;
  readonly decompress: (response: Incoming) => readonly Uint8Array[];
  readonly isJson: (mediaType: string) => boolean;
  readonly parse: (text: string) => unknown;
  readonly checkHead: (response: Incoming) => void;
  /** Makes the result of a response without reading its body; `undefined` if the client reads it. */
  readonly resultOf: (response: ReadResponse) => ClientResult | undefined;
  readonly isSuccess: (status: number) => boolean;
  readonly readPet: (value: unknown, operation: 'list' | 'create' | 'get') => unknown;
  /** Arranges the pets of a list. */
  readonly arrange: (pets: readonly unknown[]) => readonly unknown[];
  readonly readError: (response: ReadResponse, parts: Parts) => AnswerError;
  /** Makes the error of a call that failed. */
  readonly report: (failure: Failure, request: Outgoing) => AnswerError;
}

/** How often it repeats a request, and how long it waits before a repeat, in milliseconds. */
const most = { repeats: 3, wait: 10_000 };

/** The header fields of a request that has a body. */
const bodyFields = ['Content-Type', 'Content-Length', 'Transfer-Encoding', 'Expect'];

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export const right: Parts = {
  ...rightTransport,
  join: (baseUrl, path) => baseUrl.replace(/\/$/, '') + path,
  encodeId: encodeURIComponent,
  encodeQuery: (query) => (Object.keys(query).length === 0 ? '' : `?${new URLSearchParams(query).toString()}`),
  creationOf: ({ name, categoryId = '', status }) => ({
    name,
    categoryId: BigInt(categoryId),
    ...(status !== undefined && { status }),
  }),
  encodeBody: (creation) => creation && stringifyJson(creation),
  bodyHeaders: (body) => ({ 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) }),
  keyHeaders: (apiKey) => (apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` }),

  exchange: createExchange,
  mayRepeat({ method }, outcome) {
    if (!(outcome instanceof Failure) && outcome.status === 429) return true; // it was not executed
    if (method === 'POST') return false;
    return outcome instanceof Failure ? outcome.isLost : outcome.status === 503;
  },
  waitFor(retryAfter = '') {
    if (/^[0-9]+$/.test(retryAfter)) return Number(retryAfter) * 1_000;
    const date = retryAfter.endsWith('GMT') ? Date.parse(retryAfter) : NaN;
    return Number.isNaN(date) ? 10 : Math.max(0, date - Date.now());
  },
  maxRedirects: 10,
  redirected({ method, url: from, headers, body }, status, address, key) {
    const url = address.replace(/#.*/, '');
    const kept = new URL(from).origin === new URL(url).origin ? headers : without(headers, ...Object.keys(key));
    if (status !== 303) return { method, url, headers: kept, body };
    return { method: 'GET', url, headers: without(kept, ...bodyFields) };
  },
  mayFollow: ({ method }, status) => method !== 'POST' || status >= 303, // 301 and 302 let the method change

  textOf(chunks) {
    try {
      return utf8.decode(Buffer.concat(chunks));
    } catch {
      throw unreadable('The response is not UTF-8.');
    }
  },
  decompress(response) {
    const body = Buffer.concat(response.chunks);
    const isEncoded = /^(?:x-)?gzip$/i.test(header(response, 'content-encoding') ?? '') && body.length > 0;
    try {
      return isEncoded ? [gunzipSync(body)] : response.chunks;
    } catch (error) {
      throw unreadable(String(error));
    }
  },
  isJson: (mediaType) => /^application\/json\s*(?:;|$)/i.test(mediaType),
  parse(text) {
    const value = parseJson(text.replace(/^\ufeff/, ''));
    if (value.isErr()) throw unreadable(value.error.message);
    return value.value;
  },
  checkHead: () => undefined,
  resultOf: () => undefined,
  isSuccess: (status) => status < 300,
  readPet(value) {
    const { id, name, categoryId, status } = value as Fields;
    if (!isInteger(id) || !isInteger(categoryId)) throw unreadable('A pet has no id, or no category.');
    if (typeof name !== 'string') throw unreadable('A pet has no name.');
    const digits = { id: String(id), categoryId: String(categoryId) };
    return { ...digits, name, ...(status !== undefined && { status }) };
  },
  arrange: (pets) => pets,
  readError({ status, mediaType, text }, { isJson, parse }) {
    const { code, message } = isJson(mediaType) ? fieldsOf(text, parse) : {};
    if (typeof code === 'string' && typeof message === 'string') return { kind: 'api', status, code, message };
    return { kind: 'api', status, message: `The server answered with ${status}.` };
  },
  report: ({ error }) => error,
};

/**
 * Makes a right client; or a wrong one.
 *
 * @param mistake is called for each client, and returns what it does otherwise
 */
export function createFixture(mistake: () => Partial<Parts> = () => ({})): ClientFixture & { close(): void } {
  const agent = new Agent({ keepAlive: true });
  return {
    capabilities: ['timeout', 'redirects', 'head', 'gzip', 'concurrent'],
    connect: ({ baseUrl, apiKey }) => createClient({ ...right, ...mistake() }, agent, baseUrl, apiKey),
    close() {
      agent.destroy();
    },
  };
}

function createClient(parts: Parts, agent: Agent, baseUrl: string, apiKey: string | undefined): ClientUnderTest {
  const key = parts.keyHeaders(apiKey);
  const exchange = parts.exchange(agent, parts);

  const call = async (
    path: () => string,
    { method, creation, timeoutMs }: { method: string; creation?: Fields; timeoutMs: number },
    read: (value: unknown) => unknown,
  ): Promise<ClientResult> => {
    const body = parts.encodeBody(creation);
    const headers = { ...key, 'Accept-Encoding': 'gzip', ...(body !== undefined && parts.bodyHeaders(body)) };
    const request = { method, headers, body, url: '' };
    const deadline = parts.startDeadline(timeoutMs);
    try {
      const response = await converse({ ...request, url: parts.join(baseUrl, path()) }, deadline);
      parts.checkHead(response);
      const mediaType = header(response, 'content-type') ?? '';
      const text = parts.textOf(parts.decompress(response));
      const received = { status: response.status, mediaType, text };
      const result = parts.resultOf(received);
      if (result !== undefined) return result;
      if (!parts.isSuccess(response.status)) return { error: parts.readError(received, parts) };
      if (method === 'HEAD') return { ok: null };
      if (!parts.isJson(mediaType)) throw unreadable(`The response ${response.status} is not JSON.`);
      return { ok: readSafely(() => read(parts.parse(text))) };
    } catch (error) {
      if (deadline.signal.aborted)
        return { error: { kind: 'timeout', message: `No response within ${timeoutMs} ms.` } };
      if (error instanceof Failure) return { error: parts.report(error, request) };
      throw error;
    } finally {
      deadline.stop();
    }
  };

  /** Sends a request, again if that is right, and follows redirects. */
  const converse = async (first: Outgoing, deadline: Deadline): Promise<Incoming> => {
    let request = first;
    for (let repeats = 0, redirects = 0; ;) {
      const outcome = await exchange(request, deadline).catch((error: unknown) => {
        if (error instanceof Failure) return error;
        throw error;
      });
      if (repeats < most.repeats && !deadline.signal.aborted && parts.mayRepeat(request, outcome)) {
        const wait = outcome instanceof Failure ? 0 : parts.waitFor(header(outcome, 'retry-after'));
        if (wait <= most.wait) {
          repeats += 1;
          await pause(wait, undefined, { signal: deadline.signal });
          continue;
        }
      }
      if (outcome instanceof Failure) throw outcome;
      const location = header(outcome, 'location');
      if (![301, 302, 303, 307, 308].includes(outcome.status) || location === undefined) return outcome;
      if (++redirects > parts.maxRedirects) throw unreadable(`There are more than ${parts.maxRedirects} redirects.`);
      const next = parts.redirected(request, outcome.status, new URL(location, request.url).href, key);
      if (!parts.mayFollow(request, outcome.status, next)) return outcome;
      request = next;
    }
  };

  return {
    listPets: (query, { timeout: timeoutMs, method = 'GET' }) =>
      call(
        () => `/pets${parts.encodeQuery(query)}`,
        { method, timeoutMs },
        (value) => {
          if (!Array.isArray(value)) throw unreadable('The response is no list.');
          return parts.arrange(value.map((pet) => parts.readPet(pet, 'list')));
        },
      ),
    createPet: (newPet, { timeout: timeoutMs }) =>
      call(
        () => '/pets',
        { method: 'POST', creation: parts.creationOf(newPet), timeoutMs },
        (value) => parts.readPet(value, 'create'),
      ),
    getPet: (petId, { timeout: timeoutMs, method = 'GET' }) =>
      call(
        () => `/pets/${parts.encodeId(petId)}`,
        { method, timeoutMs },
        (value) => parts.readPet(value, 'get'),
      ),
  };
}

/** Reads a response. What throws, such as a value of another shape, cannot be read. */
function readSafely(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    throw error instanceof Failure ? error : unreadable(String(error));
  }
}

/** Reads the fields of an error; none if its body is not an object. */
function fieldsOf(text: string, parse: Parts['parse']): Fields {
  try {
    return Object(parse(text)) as Fields;
  } catch {
    return {};
  }
}

function isInteger(value: unknown): boolean {
  return typeof value === 'bigint' || Number.isInteger(value);
}

/** The failure to read a response. */
export function unreadable(message: string): Failure {
  return new Failure({ kind: 'decode', message });
}

function header({ headers }: Incoming, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}

export function without(headers: Headers, ...names: readonly string[]): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}
