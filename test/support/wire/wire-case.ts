import type { Pet, PetStatus } from '@petstore/core';
import type { HttpOptions, WireErrorCode } from '@petstore/http';

/** A request. A transport sends it unchanged, and adds only Host and the framing. */
export interface WireRequest {
  readonly method: string;
  /** The request target: path and query. */
  readonly path: string;
  /** The header fields in their order; a name may come twice. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The body; a string is sent as UTF-8. A Content-Length is added unless the headers have one. */
  readonly body?: string | Uint8Array;
  /** Whether the body is sent without its length: in chunks, or as a stream. */
  readonly streamed?: true;
}

/** A reply as a transport received it. */
export interface WireReply {
  readonly status: number;
  /** The header fields by their names in lower case, the values of one that came twice joined by ", ". */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends one request and waits for its reply. */
export type Send = (request: WireRequest) => Promise<WireReply>;

/** The store of a case, if it differs from a working one over {@link wirePets}. */
export interface WireSetup extends Pick<HttpOptions, 'maxBodyBytes' | 'cors' | 'getPetDeprecatedSince'> {
  /** The pets that are there; {@link wirePets} by default. */
  readonly pets?: readonly Pet[];
  readonly defaultStatus?: PetStatus;
  /** A storage that fails each call as the contract allows, or one that breaks the contract and throws. */
  readonly storage?: 'failing' | 'defective';
  /** A key verifier that throws. */
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
   * Whether a Request of the Fetch standard cannot express it: a Request normalizes its URL, joins repeated headers and takes
   * no body for GET.
   */
  readonly needsExactHead?: true;
}

/** The reply to expect. */
export interface ExpectedReply {
  readonly status: number;
  /** Every header field but those of the framing (Connection, Content-Length, Date, Keep-Alive, Transfer-Encoding). */
  readonly headers: Readonly<Record<string, string>>;
  /** The exact text of the body, or the error in it. */
  readonly body: string | ExpectedError;
}

/** The error to expect, in exactly the three fields of the interface. */
export interface ExpectedError {
  readonly code: WireErrorCode;
  /** A part of the message that distinguishes this error from others with the same code. */
  readonly mentions: string;
}

/** The valid key of every case. */
export const wireKey = 'wire-key';

/** The pets of every case without a setup of its own. */
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
