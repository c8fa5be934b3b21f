import type { Result } from '@petstore/core';
import { type WireErrorCode } from './wire-error.ts';

/** A request as an adapter hands it over: its head, and the way to its body, which is read only when it is needed. */
export interface HttpRequest {
  /** The method, in the case in which it was sent. */
  readonly method: string;
  /** The request target as it was sent: path and query, or an absolute URL (RFC 9112, section 3.2). */
  readonly target: string;
  /**
   * The address at which the client reached the store, without `/v1`: scheme, host and the path of a mount, such as
   * `http://localhost:8080/petstore`. Absent if it is not known.
   */
  readonly baseUrl?: string | undefined;
  /** Whether a body follows the head, even one of no bytes whose length is not known yet. */
  readonly hasBody: boolean;
  /** The values of the headers by their names in lower case; ", " joins those of one that was sent more than once. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /**
   * Reads the body, once.
   *
   * @param limit the most bytes to take
   * @returns the bytes; RequestError if there are more, or if the body cannot be received to its end
   */
  readBody(limit: number): Promise<Result<Uint8Array, RequestError>>;
}

/** Why a request or its body is refused: the code and the message of the reply. */
export interface RequestError {
  readonly code: Exclude<WireErrorCode, 'not_found' | 'storage_failure'>;
  readonly message: string;
}

/** The error of a body that is longer than the limit. */
export function bodyTooLong(limit: number): RequestError {
  return { code: 'payload_too_large', message: `The body is longer than ${limit} bytes, the most that is taken.` };
}

/** The error of a body that ended early, because its client went away. */
export const bodyAborted: RequestError = {
  code: 'invalid_request',
  message: 'The body ended before it was complete.',
};
