import type { Result } from '@petstore/core';
import type { HttpErrorCode } from './http-error.ts';

/** A request from an adapter: its head, and a function that reads its body once it is needed. */
export interface HttpRequest {
  /** The method, in the case in which it was sent. */
  readonly method: string;
  /** The request target as it was sent: path and query, or an absolute URL (RFC 9112, section 3.2). */
  readonly target: string;
  /**
   * The address at which the client reached the store, without `/v1`: scheme, host and the path of a mount, such as
   * `http://localhost:8080/petstore`; absent if it is not known.
   */
  readonly baseUrl?: string | undefined;
  /** Whether a body follows the head. A body of unknown length counts, even if it turns out to be empty. */
  readonly hasBody: boolean;
  /** The header fields by name in lower case. The values of a repeated one are joined by ", ". */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /**
   * Reads the body, once.
   *
   * @param limit the max length in bytes
   * @returns the bytes; RequestError if the body is longer, or if it ended early
   */
  readBody(limit: number): Promise<Result<Uint8Array, RequestError>>;
}

/** Why a request or its body is refused: the code and the message of the Error body. */
export interface RequestError {
  readonly code: Exclude<HttpErrorCode, 'not_found' | 'storage_failure'>;
  readonly message: string;
}

export function bodyTooLong(limit: number): RequestError {
  return { code: 'payload_too_large', message: `The body is longer than the limit of ${limit} bytes.` };
}

export const bodyAborted: RequestError = {
  code: 'invalid_request',
  message: 'The body ended before it was complete.',
};
