import type { Capability } from '../adapter/protocol.ts';
import type { Trial } from '../harness/trial.ts';
import type { Observation } from '../observation.ts';
import type { CaseDescription } from '../report/report.ts';
import type { Row } from './exchange.ts';

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
  /**
   * Finds out whether the client does what the case is about at all.
   *
   * @returns why the case is not exercised; `undefined` if the client does
   */
  readonly requires?: (trial: Trial) => Promise<Observation | undefined>;
  /** The table of the case. */
  readonly rows?: readonly Row[];
  /** What a table cannot say: calls the client, and judges its requests and its results. Runs after the table. */
  readonly observe?: (trial: Trial) => Promise<Observation>;
}
