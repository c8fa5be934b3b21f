import { parseJson } from '@petstore/core';
import { mask, type Redact } from '@petstore/client/internal';
import type { OperationName } from '@petstore/http';
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
  /** The text of the body; absent if the store answered without reading it, as it does without a valid key. */
  readonly body?: string;
  /** The body decoded, if it is JSON, with exact integers: a `bigint` beyond 2^53. */
  readonly json?: unknown;
  /** The operation that it is for; absent if there is none. */
  readonly operation?: OperationName;
  /** The status that was sent; absent before that, and for a fault that sends none. */
  readonly status?: number;
  /** The faults of the script that it met. */
  readonly faults: readonly Fault[];
}

/** What is known of a request when its head has arrived. */
export type RequestHead = Pick<RecordedRequest, 'method' | 'path' | 'query' | 'headers'> & {
  readonly operation: OperationName | undefined;
};

/** What is added to a request later. */
export type Progress = Partial<Pick<RecordedRequest, 'body' | 'status' | 'faults'>>;

/** The requests of a test, within bounds: of too many, the oldest are left out. */
export interface Journal {
  /** Adds a request. The returned function adds to it what is learned later. */
  record(head: RequestHead): (progress: Progress) => void;
  /** Returns the requests, the oldest first. */
  requests(): readonly RecordedRequest[];
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
      put(id, {
        time: new Date().toISOString(),
        method,
        path: redact(path),
        query: redact(query),
        headers: redactHeaders(headers, redact),
        ...(operation !== undefined && { operation }),
        faults: [],
      });
      return ({ body, ...progress }) => {
        const entry = entries.get(id);
        if (entry === undefined) return; // it was left out, or forgotten
        put(id, { ...entry, ...progress, ...(body !== undefined && { body: redact(body) }) });
      };
    },
    requests: () => Array.from(entries.values(), decoded),
    leftOut: () => leftOut,
    clear() {
      entries.clear();
      [bytes, leftOut] = [0, 0];
    },
  };
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

function sizeOf({ path, query, headers, body = '' }: Entry): number {
  return Buffer.byteLength(`${path}${query}${JSON.stringify(headers)}${body}`);
}

function decoded(entry: Entry): RecordedRequest {
  const json = entry.body === undefined ? undefined : parseJson(entry.body);
  const copy = { ...entry, headers: { ...entry.headers }, faults: [...entry.faults] };
  return json?.isOk() ? { ...copy, json: json.value } : copy;
}
