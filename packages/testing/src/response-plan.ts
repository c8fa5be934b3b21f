import type { HttpRequest, HttpResponse } from '@petstore/http';
import type { Fault } from './script/faults.ts';
import type { Wait } from './test-lifetime.ts';
import type { CheckedRawResponse } from './script/raw-response.ts';

/** What a transport knows about a request and its connection, beside what the handler reads. */
export interface ConnectionInfo {
  /** The header fields by name in lower case. */
  readonly headers: HttpRequest['headers'];
  /** Whether the connection had a request before. */
  readonly isReused: boolean;
  /** Aborted when the client has closed its half of the connection, and so may be gone. */
  readonly gone: AbortSignal;
}

/** How a transport responds to a request. */
export interface ResponsePlan {
  /** The response; absent for a fault that sends none. */
  readonly response?: HttpResponse | undefined;
  /** What to do to the response, or instead of it. */
  readonly fault?: Fault | undefined;
  /** A response to write byte for byte instead. */
  readonly raw?: CheckedRawResponse | undefined;
  /** How long to wait between the head and the body, in milliseconds. */
  readonly bodyDelay?: number | undefined;
  readonly bytesPerSecond?: number | undefined;
  /** Ends early if the client closes its half of the connection. */
  readonly wait: Wait;
}
