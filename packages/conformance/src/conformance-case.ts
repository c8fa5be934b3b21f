/*
 * The words of this package:
 *
 * - client: the program that is judged. `ConnectedClient` is the client as the run calls it, through an adapter or in this process.
 * - case: one thing that a right client does. Its number never changes.
 * - run: all chosen cases with one client. (`serve` calls no client: it watches the requests of one.)
 * - harness: what a case works with: the servers of the run, the sessions on them, and the client.
 * - session: a pet store at a base address of its own. A step of its script says how it answers one request.
 * - observation: what a case saw. It is a `pass`, a `mismatch` (not what was expected), or the reason why nothing can be judged.
 *   A function `observe…` calls the client. A function `judge…` decides about an answer or about requests that it is given.
 * - verdict: the observation with the level applied: a mismatch with a MUST is a `fail`, with a SHOULD a `warn`, else a `note`.
 * - check: a case with its verdict, as the reports have it.
 * - outcome: what a check counts as: passed, failed or skipped. It depends on `--strict` and on the known cases.
 * - violation: bytes from the client that are not valid HTTP.
 * - misdirected request: a request to an address that belongs to no session.
 */
import type { RecordedRequest } from '@petstore/testing';
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
  /** Calls the client, and judges what it sent and what it made of the answers. */
  readonly run: (harness: Harness) => Promise<Observation>;
}
