import type { Outcome } from '@petstore/core';

/**
 * An error that came as a response. Its `serverCode` is the `code` of the Error body if that differs from `code`: at most 500
 * characters, with `***` for the API key. The interface names no codes, so another server may have other ones (docs/interface.md,
 * part 7).
 */
export type FromServer<E> = E & { readonly serverCode?: string };

/** The server refused the API key. It has the fields of the interface's Error body. */
export interface Unauthorized {
  readonly code: 'unauthorized';
  /** The `code` of the Error body if it differs from `code`. At most 500 characters, with `***` for the API key. */
  readonly serverCode?: string;
  /** What the server says, for people; it may change between releases. */
  readonly message: string;
  readonly status: 401;
  /** No pet was created. */
  readonly outcome: 'not_created';
}

/** No complete response came: the request failed on its way, or its signal aborted it. */
export interface TransportFailure {
  readonly code: 'transport_failure';
  /** What failed, for people; it may change between releases. */
  readonly message: string;
  /**
   * - `not_created`: the server has certainly not seen the request. No connection was made, the signal was aborted before, or an option
   *   of the call is wrong.
   * - `unknown`: a pet may have been created. A list or a get is safe to repeat.
   */
  readonly outcome: Outcome;
  /** A copy, without the API key, of what `fetch` or the body threw; or the reason of the signal. */
  readonly cause?: unknown;
}

/** The time was over before the response was complete. */
export interface Timeout {
  readonly code: 'timeout';
  /** A pet may have been created. */
  readonly outcome: 'unknown';
  /** Which request and how long it waited, for people; it may change between releases. */
  readonly message: string;
}

/**
 * The response is not one of the interface: another status, a redirect, a page of a proxy, a body that is too long, or a pet that was
 * not asked for.
 */
export interface InvalidResponse {
  readonly code: 'invalid_response';
  /** The `code` of an Error body. At most 500 characters, with `***` for the API key. */
  readonly serverCode?: string;
  /** What is wrong with the response, for people; it may change between releases. */
  readonly message: string;
  /** The HTTP status of the response; 0 for a redirect in a browser, which hides it. */
  readonly status: number;
  /** `not_created` if the status is 4xx; else a pet may have been created. */
  readonly outcome: Outcome;
  /** The start of the body: at most 500 characters, with `***` for the API key. */
  readonly body: string;
}

/** The errors of a call over HTTP that a call in process does not have. */
export type ClientError = Unauthorized | TransportFailure | Timeout | InvalidResponse;

export function transportFailure(message: string, outcome: Outcome, cause?: unknown): TransportFailure {
  return { code: 'transport_failure', message, outcome, cause };
}

/** The max length of a text in an error. A server may send any number of characters. */
const maxLength = 500;

/** Truncates a text for an error. Redact it first: otherwise a part of the API key could remain at its end. */
export function truncate(text: string): string {
  return text.slice(0, maxLength);
}

export function truncateMessage<E extends { readonly message: string }>(error: E): E {
  const { message } = error;
  return message.length > maxLength ? { ...error, message: `${truncate(message)}…` } : error;
}
