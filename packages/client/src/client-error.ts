/** The header fields of a reply that say what to do next, as the server sent them. */
export interface ReplyHeaders {
  /** When to try again: seconds, or a date (RFC 9110, section 10.2.3). */
  readonly 'retry-after'?: string;
  /** How to authenticate, and what was wrong with the key (RFC 9110, section 11.6.1; RFC 6750, section 3). */
  readonly 'www-authenticate'?: string;
}

/** An error that came as a reply. */
export interface Replied {
  /**
   * The `code` of the Error body, at most 500 characters, with `***` in place of the API key. Absent if it is the same as `code`, or
   * if there is no Error body. The interface names no codes: another server than ours may have its own (interface document, part 7).
   */
  readonly serverCode?: string;
  /**
   * The `Retry-After` and `WWW-Authenticate` of the reply, at most 500 characters each, with `***` in place of the API key.
   * Absent if it has neither, or if a browser hides them: across origins it shows what `Access-Control-Expose-Headers` names.
   */
  readonly headers?: ReplyHeaders;
}

/** The server refused the API key. Shaped as the interface's Error body. */
export interface Unauthorized extends Replied {
  readonly code: 'unauthorized';
  /** What the server says, for people; it may change between releases. */
  readonly message: string;
  readonly status: 401;
}

/** The request failed on its way, or was aborted by its signal: no complete reply came. */
export interface TransportFailure {
  readonly code: 'transport_failure';
  /** What failed, for people; it may change between releases. */
  readonly message: string;
  /**
   * `not_sent` if the server has certainly not seen the request: no connection was made, the signal was aborted before, or an
   * option of the call is wrong. Otherwise `outcome_unknown`: a pet may have been created. A read changes nothing, and is safe
   * to repeat.
   */
  readonly phase: 'not_sent' | 'outcome_unknown';
  /** What `fetch` or the body threw, as a copy without the API key, or the reason of the signal. */
  readonly cause?: unknown;
}

/** The deadline passed before the reply was complete. A pet may have been created. */
export interface Timeout {
  readonly code: 'timeout';
  /** Which request and which deadline, for people; it may change between releases. */
  readonly message: string;
}

/**
 * A reply came that the interface does not have: another status, a redirect, a page of a proxy, a body that is too long, or not
 * what was asked for. If its status is not 4xx, a pet may have been created.
 */
export interface InvalidResponse extends Replied {
  readonly code: 'invalid_response';
  /** What is wrong with the reply, for people; it may change between releases. */
  readonly message: string;
  /** The HTTP status of the reply; 0 for a redirect in a browser, which hides it. */
  readonly status: number;
  /** The start of the body, at most 500 characters, with `***` in place of the API key. */
  readonly body: string;
}

/** What a call over HTTP can fail with, beside the errors that it has in process. */
export type ClientError = Unauthorized | TransportFailure | Timeout | InvalidResponse;

export function unauthorized(message: string): Unauthorized {
  return { code: 'unauthorized', message, status: 401 };
}

export function transportFailure(message: string, phase: TransportFailure['phase'], cause?: unknown): TransportFailure {
  return { code: 'transport_failure', message, phase, cause };
}
