import type { RecordedRequest } from '@petstore/testing';
import type { Capability } from './protocol.ts';
import type { Finding } from './finding.ts';
import type { CaseDescription } from './report.ts';
import type { Harness } from './harness.ts';

/** What a watched client sent. */
export interface Watched {
  /** The requests to the address that it was given, the oldest first. */
  readonly requests: readonly RecordedRequest[];
  /** The method and the target of the first request outside that address. */
  readonly stray: string | undefined;
  /** The first thing that was not valid HTTP: a sentence. */
  readonly violation: string | undefined;
}

/** One thing that a right client does, and how to look at it. */
export interface ConformanceCase extends CaseDescription {
  /** What the client must be able to do for it. */
  readonly needs?: Capability;
  /** Whether it sees by itself that the client does what it needs, and so judges one that does not declare that. */
  readonly seesNeed?: boolean;
  /** Whether it answers with what a server must not send to a client of HTTP/1.0: chunks (RFC 9112, section 6.1) or a 1xx (RFC 9110, section 15.2). */
  readonly needsHttp11?: boolean;
  /** Whether it also looks at what the other cases left, and so comes after them. */
  readonly isLast?: boolean;
  /** What can be said of it if a client is only watched; absent if nothing can. */
  readonly watch?: (watched: Watched) => Finding;
  /** Calls the client, and looks at what it sent and what it made of the answers. */
  readonly look: (harness: Harness) => Promise<Finding>;
}
