import { parseJson } from '@petstore/core';
import { type HttpRequest, type OperationName, type Redact } from '@petstore/http';
import type { Fault } from '../script/faults.ts';
import { createBudget, type Budget } from './budget.ts';
import { describeBody, redactHeaders, redactPath, removeByteOrderMark } from './redact-request.ts';

/** A request that arrived. API keys are redacted to `***`, the credentials of an Authorization header as `Bearer ***`. */
export interface RecordedRequest {
  /** When its head arrived, as `2026-11-22T05:36:38.123Z`. */
  readonly time: string;
  readonly method: string;
  /** The path as it was sent. */
  readonly path: string;
  /** The query as it was sent, without its question mark; empty if there is none. */
  readonly query: string;
  /** The header fields by name in lower case. The values of a repeated one are joined by ", ". */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * The text of the body, including a byte order mark. Bytes that are not UTF-8 become U+FFFD. Absent if the store answered without
   * reading the body, as it does without a valid key.
   */
  readonly body?: string;
  /** The bytes of a body that is not UTF-8, in Base64; absent for UTF-8. */
  readonly bodyBase64?: string;
  /** The body decoded as the store does it, if it is JSON. Integers are exact: beyond 2^53 they are `bigint`. */
  readonly json?: unknown;
  /** The operation of the request; absent if there is none. */
  readonly operation?: OperationName;
  /** The status of the response; absent before it is sent, for a `raw` response, and for a fault that sends none. */
  readonly status?: number;
  /** The faults of the script for this request. */
  readonly faults: readonly Fault[];
}

export type RequestHead = Pick<RecordedRequest, 'method' | 'path' | 'query'> & {
  readonly headers: HttpRequest['headers'];
  readonly operation: OperationName | undefined;
};

export interface JournalUpdate extends Partial<Pick<RecordedRequest, 'status' | 'faults'>> {
  readonly body?: Uint8Array;
  /** Set once the request has arrived, with as much of its body as the store reads. */
  readonly hasArrived?: true;
}

type Entry = Omit<RecordedRequest, 'json'>;

const maxBytes = 1_048_576;

export type Journal = ReturnType<typeof createJournal>;

/**
 * Makes an empty journal. It keeps at most `max` requests, within 1 MiB and within the budget that several journals share: the oldest are
 * left out.
 */
export function createJournal(max: number, redact: Redact, shared?: Budget) {
  const entries = new Map<symbol, Entry>(); // in order of arrival
  let counts = { leftOut: 0, arrived: 0 }; // a request from before `clear` counts in those of then
  const listeners = new Set<() => void>();
  const budgets = [createBudget(maxBytes), ...(shared === undefined ? [] : [shared])];

  const remove = (id: symbol) => {
    entries.delete(id);
    for (const budget of budgets) budget.remove(id);
  };
  const leaveOut = (id: symbol) => {
    remove(id);
    counts.leftOut += 1;
  };
  const put = (id: symbol, entry: Entry) => {
    entries.set(id, entry);
    for (const budget of budgets) {
      if (entries.has(id)) budget.put(id, measure(entry), () => leaveOut(id)); // alone, it may be too long
    }
  };

  return {
    /** Adds a request. The returned function adds later knowledge to it. */
    record({ method, path, query, headers, operation }: RequestHead): (update: JournalUpdate) => void {
      const id = Symbol('request');
      const countsOfThen = counts;
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
      for (const oldest of entries.keys()) {
        if (entries.size <= max) break;
        leaveOut(oldest);
      }
      return ({ body, hasArrived, ...update }) => {
        const entry = entries.get(id);
        // Absent if it was left out or forgotten.
        if (entry !== undefined)
          put(id, { ...entry, ...update, ...(body !== undefined && describeBody(body, redact)) });
        if (hasArrived !== true || !isArriving) return;
        isArriving = false;
        countsOfThen.arrived += 1;
        for (const listener of listeners) listener();
      };
    },
    /** Returns the requests, the oldest first. */
    requests: (): readonly RecordedRequest[] => Array.from(entries.values(), decodeEntry),
    countLeftOut: () => counts.leftOut,
    /** Returns how many requests have arrived, with their bodies, since the journal began or was cleared. */
    countArrivals: () => counts.arrived,
    /** Calls a function each time a request has arrived, until the returned function is called. */
    onArrival(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    clear() {
      for (const id of entries.keys()) remove(id);
      counts = { leftOut: 0, arrived: 0 };
    },
  };
}

/** Returns about how many bytes of memory an entry takes. */
function measure({ path, query, headers, body = '', bodyBase64 = '' }: Entry): number {
  const texts = [path, query, body, bodyBase64, ...Object.entries(headers).flat()];
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text) + 16, 0);
}

function decodeEntry(entry: Entry): RecordedRequest {
  const json =
    entry.body === undefined || entry.bodyBase64 !== undefined ? undefined : parseJson(removeByteOrderMark(entry.body));
  const copy = { ...entry, headers: { ...entry.headers }, faults: [...entry.faults] };
  return json?.isOk() ? { ...copy, json: json.value } : copy;
}
