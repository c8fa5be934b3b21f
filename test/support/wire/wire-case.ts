import type { Pet, PetStatus } from '@petstore/core';
import type { HttpOptions, HttpErrorCode } from '@petstore/http';

/** A request. A transport sends it unchanged, and adds only Host and the framing. */
export interface WireRequest {
  readonly method: string;
  /** The request target: path and query. */
  readonly path: string;
  /** The header fields in their order. A name may be repeated. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The body; a string is sent as UTF-8. A Content-Length is added unless the headers have one. */
  readonly body?: string | Uint8Array;
  /** Whether the body is sent without its length: in chunks, or as a stream. */
  readonly streamed?: true;
}

/** A received reply. */
export interface WireReply {
  readonly status: number;
  /** The header fields by name in lower case. The values of a repeated one are joined by ", ". */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends one request and waits for its reply. */
export type Send = (request: WireRequest) => Promise<WireReply>;

/** How the store of a case differs from a working one with `wirePets`. */
export interface WireSetup extends Pick<HttpOptions, 'maxBodyBytes' | 'cors' | 'deprecatedSince'> {
  /** The pets of the store; `wirePets` by default. */
  readonly pets?: readonly Pet[];
  readonly defaultStatus?: PetStatus;
  /** A storage that fails each call: `failing` returns an Err, `defective` throws, against its contract. */
  readonly storage?: 'failing' | 'defective';
  /** A function of keys that throws. */
  readonly keys?: 'defective';
}

/** One request and its exact reply. */
export interface WireCase {
  /** A sentence about the behaviour. */
  readonly name: string;
  readonly setup?: WireSetup;
  readonly request: WireRequest;
  readonly expect: ExpectedReply;
  /**
   * Set if a Request of the Fetch standard cannot express it. A Request normalizes its URL, joins repeated headers and has no body
   * for GET.
   */
  readonly needsExactHead?: true;
}

/** The reply to expect. */
export interface ExpectedReply {
  readonly status: number;
  /** All header fields except those of the framing (Connection, Content-Length, Date, Keep-Alive, Transfer-Encoding). */
  readonly headers: Readonly<Record<string, string>>;
  /** The exact text of the body, or the error in it. */
  readonly body: string | ExpectedError;
}

/** The error to expect, with exactly the three fields of the interface. */
export interface ExpectedError {
  readonly code: HttpErrorCode;
  /** A part of the message that distinguishes this error from others with the same code. */
  readonly mentions: string;
}

/** The valid key of every case. */
export const wireKey = 'wire-key';

/** The pets of every case whose setup has none. */
export const wirePets: readonly Pet[] = [
  { id: 1, name: 'Rex', categoryId: 1, status: 'available' },
  { id: 2, name: 'Mimi', categoryId: 9_007_199_254_740_993n, status: 'sold' },
  { id: 3, name: 'Bella', categoryId: -(2n ** 63n) },
];

/** The same pets as JSON. */
export const wirePetTexts = [
  '{"id":1,"name":"Rex","categoryId":1,"status":"available"}',
  '{"id":2,"name":"Mimi","categoryId":9007199254740993,"status":"sold"}',
  '{"id":3,"name":"Bella","categoryId":-9223372036854775808}',
] as const;
