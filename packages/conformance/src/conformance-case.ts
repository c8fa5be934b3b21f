import type { RecordedRequest } from '@petstore/testing';
import type { Exchange } from './exchange.ts';
import type { Harness } from './harness/harness.ts';
import type { Observation } from './observation.ts';
import type { Capability } from './adapter/protocol.ts';
import type { CaseDescription } from './report/report.ts';

/** What a watched client sent. */
export interface Watched {
  /** The requests to the base address, the oldest first. */
  readonly requests: readonly RecordedRequest[];
  /** The method and the target of the first misdirected request. */
  readonly misdirected: string | undefined;
  /** The first violation: a sentence. */
  readonly violation: string | undefined;
}

/** One thing that a right client does, and how to find out whether this client does it. */
export interface ConformanceCase extends CaseDescription {
  /** What the client must be able to do. A client that does not declare it is not judged. */
  readonly needs?: Capability;
  /** Whether the case finds out by itself if the client does what it needs. Then it also runs for clients that do not declare that. */
  readonly detectsNeed?: boolean;
  /** Whether it answers with what HTTP/1.0 does not have: chunks (RFC 9112, section 6.1) or a 1xx (RFC 9110, section 15.2). */
  readonly needsHttp11?: boolean;
  /** Whether it also judges what happened in the other cases. It runs after them. */
  readonly isLast?: boolean;
  /** Judges the requests of a client that is only watched. Absent if requests alone do not show the case. */
  readonly watch?: (watched: Watched) => Observation;
  /** The table of the case. */
  readonly exchanges?: readonly Exchange[];
  /** What a table cannot say: calls the client, and judges what it sent and what it made of the responses. It comes after the table. */
  readonly observe?: (harness: Harness) => Promise<Observation>;
}
