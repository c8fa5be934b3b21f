import type { Result } from '@petstore/core';

/** Why a body could not be read: it is longer than the limit, or the client went away before its end. */
export type BodyFailure = 'too_large' | 'aborted';

/** A request as an adapter hands it over: its head, and the way to its body, which is read only when it is needed. */
export interface HttpRequest {
  /** The method, in the case in which it was sent. */
  readonly method: string;
  /** The request target as it was sent: path and query, or an absolute URL (RFC 9112, section 3.2). */
  readonly target: string;
  /** Whether a body follows the head, even one of no bytes whose length is not known yet. */
  readonly hasBody: boolean;
  /**
   * Gives a header's value, the values joined by ", " where it was sent more than once; `undefined` where it is absent.
   *
   * @param name the header's name in lower case
   */
  header(name: string): string | undefined;
  /**
   * Reads the body, once.
   *
   * @param limit the most bytes to take
   */
  readBody(limit: number): Promise<Result<Uint8Array, BodyFailure>>;
}
