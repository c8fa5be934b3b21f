import type { HttpResponse } from '@petstore/http';
import type { Fault } from './script/faults.ts';
import type { Pause } from './pauses.ts';
import type { CheckedRawResponse } from './script/raw-response.ts';

/** What a transport knows about a request beside what the handler reads. */
export interface Arrival {
  /** The header fields by name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether its connection had a request before. */
  readonly isReused: boolean;
  /** Aborted when the client is gone, or has closed its half of the connection. */
  readonly gone: AbortSignal;
  /** Aborted when the connection is closed. Until then a client may still read. */
  readonly closed: AbortSignal;
}

/** How a transport answers a request. */
export interface Answer {
  /** The reply; absent for a fault that sends none. */
  readonly reply?: HttpResponse | undefined;
  /** What to do to the reply, or instead of it. */
  readonly fault?: Fault | undefined;
  /** A response to write byte for byte instead. */
  readonly raw?: CheckedRawResponse | undefined;
  /** How long to wait between the head and the body, in milliseconds. */
  readonly bodyDelay?: number | undefined;
  readonly bytesPerSecond?: number | undefined;
  /** Ends early if the client closes its half of the connection. */
  readonly pause: Pause;
  /** Goes on for such a client, until the connection is closed. */
  readonly pauseUntilClosed: Pause;
}
