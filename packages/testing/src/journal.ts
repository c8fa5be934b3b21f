import { parseJson } from '@petstore/core';
import { mask, type OperationName, type Redact } from '@petstore/http';
import type { Fault } from './faults.ts';

/** A request that arrived. API keys are masked as `***`, the credentials of an Authorization header as `Bearer ***`. */
export interface RecordedRequest {
  /** When its head arrived, as `2026-11-22T05:36:38.123Z`. */
  readonly time: string;
  readonly method: string;
  /** The path as it was sent. */
  readonly path: string;
  /** The query as it was sent, without its question mark; empty if there is none. */
  readonly query: string;
  /** The header fields by name in lower case; several of one name are joined by ", ". */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * The text of the body, with its byte order mark if it has one. Bytes that are no UTF-8 become U+FFFD. Absent if the store answered
   * without reading it, as it does without a valid key.
   */
  readonly body?: string;
  /** The bytes of a body that is not UTF-8, in Base64; absent if `body` has them all. */
  readonly bodyBase64?: string;
  /** The body decoded as the store does it, if it is JSON, with exact integers: a `bigint` beyond 2^53. */
  readonly json?: unknown;
  /** The operation that it is for; absent if there is none. */
  readonly operation?: OperationName;
  /** The status that was sent; absent before that, for a `raw` response, and for a fault that sends none. */
  readonly status?: number;
  /** The faults of the script that it met. */
  readonly faults: readonly Fault[];
}

/** What is known of a request when its head has arrived. */
export type RequestHead = Pick<RecordedRequest, 'method' | 'path' | 'query' | 'headers'> & {
  readonly operation: OperationName | undefined;
};

/** What is added to a request later. */
export interface Progress extends Partial<Pick<RecordedRequest, 'status' | 'faults'>> {
  readonly body?: Uint8Array;
  /** Whether as much of it has arrived as the store reads. */
  readonly hasArrived?: true;
}

/** The requests of a test, within bounds: of too many, the oldest are left out. */
export interface Journal {
  /** Adds a request. The returned function adds to it what is learned later. */
  record(head: RequestHead): (progress: Progress) => void;
  /** Returns the requests, the oldest first. */
  requests(): readonly RecordedRequest[];
  /** Returns how many requests have arrived, with their bodies, since the journal began or was cleared. */
  arrived(): number;
  /** Calls a function each time a request has arrived, until the returned function is called. */
  onArrival(listener: () => void): () => void;
  /** Returns how many requests were left out. */
  leftOut(): number;
  /** Forgets every request. */
  clear(): void;
}

type Entry = Omit<RecordedRequest, 'json'>;

/**
 * Makes an empty journal.
 *
 * @param most how many requests, and how many bytes of their heads and bodies, to keep
 */
export function createJournal(most: { readonly requests: number; readonly bytes: number }, redact: Redact): Journal {
  const entries = new Map<symbol, Entry>(); // in order of arrival
  let bytes = 0;
  let leftOut = 0;
  let arrived = 0;
  let generation = 0; // a request from before `clear` does not count
  const listeners = new Set<() => void>();

  const put = (id: symbol, entry: Entry) => {
    const replaced = entries.get(id);
    if (replaced !== undefined) bytes -= sizeOf(replaced);
    entries.set(id, entry);
    bytes += sizeOf(entry);
    for (const [oldest, old] of entries) {
      if (entries.size <= most.requests && bytes <= most.bytes) break;
      entries.delete(oldest);
      bytes -= sizeOf(old);
      leftOut += 1;
    }
  };

  return {
    record({ method, path, query, headers, operation }) {
      const id = Symbol('request');
      const began = generation;
      let isArriving = true;
      put(id, {
        time: new Date().toISOString(),
        method,
        path: redactPath(path, redact),
        query: redact(query),
        headers: redactHeaders(headers, redact),
        ...(operation !== undefined && { operation }),
        faults: [],
      });
      return ({ body, hasArrived, ...progress }) => {
        const entry = entries.get(id);
        // It may have been left out, or forgotten.
        if (entry !== undefined) put(id, { ...entry, ...progress, ...(body !== undefined && shownBody(body, redact)) });
        if (hasArrived !== true || !isArriving || began !== generation) return;
        isArriving = false;
        arrived += 1;
        for (const listener of listeners) listener();
      };
    },
    requests: () => Array.from(entries.values(), decoded),
    leftOut: () => leftOut,
    arrived: () => arrived,
    onArrival(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    clear() {
      entries.clear();
      generation += 1;
      [bytes, leftOut, arrived] = [0, 0, 0];
    },
  };
}

/** Leaves the path of the interface as it is, also if a key is `pets` or `v1`. */
function redactPath(path: string, redact: Redact): string {
  const [, before, known, after] = /^(.*?)(\/v1(?:\/pets)?(?=\/|$))(.*)$/s.exec(path) ?? [];
  if (before === undefined || known === undefined || after === undefined) return redact(path);
  return `${redact(before)}${known}${redact(after)}`;
}

/** In JSON, masks in strings alone: with the key `1`, a number that is masked would leave no JSON. */
function redactBody(body: string, redact: Redact): string {
  return parseJson(withoutByteOrderMark(body)).isOk() ? body.replace(/"(?:[^"\\]|\\.)*"/g, redact) : redact(body);
}

function redactHeaders(headers: RequestHead['headers'], redact: Redact): RequestHead['headers'] {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      redact(name),
      redact(name === 'authorization' || name === 'proxy-authorization' ? redactAuthorization(value) : value),
    ]),
  );
}

/** Masks the credentials of an Authorization header, also a key that is not valid; its scheme stays. */
function redactAuthorization(value: string): string {
  return /^\S+\s/.test(value) ? value.replace(/^(\S+)\s.*$/s, `$1 ${mask}`) : mask;
}

/** The fields that show a body. In a body that is not UTF-8, keys are masked too: they are ASCII. */
function shownBody(bytes: Uint8Array, redact: Redact): Pick<RecordedRequest, 'body' | 'bodyBase64'> {
  const buffer = Buffer.from(bytes);
  const text = buffer.toString(); // not by TextDecoder, which jsdom, the DOM of Jest, lacks
  if (Buffer.from(text).equals(buffer)) return { body: redactBody(text, redact) };
  const masked = Buffer.from(redact(buffer.toString('latin1')), 'latin1');
  return { body: redact(text), bodyBase64: masked.toString('base64') };
}

function sizeOf({ path, query, headers, body = '', bodyBase64 = '' }: Entry): number {
  return Buffer.byteLength(`${path}${query}${JSON.stringify(headers)}${body}${bodyBase64}`);
}

function decoded(entry: Entry): RecordedRequest {
  const json =
    entry.body === undefined || entry.bodyBase64 !== undefined
      ? undefined
      : parseJson(withoutByteOrderMark(entry.body));
  const copy = { ...entry, headers: { ...entry.headers }, faults: [...entry.faults] };
  return json?.isOk() ? { ...copy, json: json.value } : copy;
}

function withoutByteOrderMark(text: string): string {
  return text.replace(/^\uFEFF/, '');
}
