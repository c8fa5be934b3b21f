import type { Capability } from './protocol.ts';
import type { Finding } from './finding.ts';
import type { Level } from './report.ts';
import type { Stage } from './stage.ts';

/** One thing that a right client does, and how to look at it. */
export interface ConformanceCase {
  /** Its number; it never changes. */
  readonly case: number;
  /** What a right client does, in a few words. */
  readonly name: string;
  readonly level: Level;
  /** Where it is written: an RFC with its section, or a part of the interface document. */
  readonly reference: string;
  /** Why it matters: one sentence. */
  readonly why: string;
  /** What a right client does with what it is sent: one sentence. */
  readonly expected: string;
  /** What the client must be able to do for it. */
  readonly needs?: Capability;
  /** Whether it also looks at what the other cases left, and so comes after them. */
  readonly isLast?: boolean;
  /** Calls the client, and looks at what it sent and what it made of the answers. */
  readonly look: (stage: Stage) => Promise<Finding>;
}
