import type { Exchange } from './player/exchange.ts';
import type { Harness } from './harness/harness.ts';
import type { Observation } from './observation.ts';
import type { Capability } from './adapter/protocol.ts';
import type { CaseDescription } from './report/report.ts';

/** One thing that a right client does, and how to find out whether this client does it. */
export interface ConformanceCase extends CaseDescription {
  /** What the source says, word for word: why it binds a client. Every MUST has one. */
  readonly clause?: string;
  /** What the client must be able to do. A client that does not declare it is not judged. */
  readonly needs?: Capability;
  /** Whether the responses of the case use what HTTP/1.0 does not have: chunks (RFC 9112, section 6.1) or a 1xx (RFC 9110, section 15.2). */
  readonly needsHttp11?: boolean;
  /** Whether the case judges the whole run, and comes after all other cases. */
  readonly isLast?: boolean;
  /** The table of the case. */
  readonly exchanges?: readonly Exchange[];
  /** What a table cannot say: calls the client, and judges its requests and its results. Runs after the table. */
  readonly observe?: (harness: Harness) => Promise<Observation>;
}
