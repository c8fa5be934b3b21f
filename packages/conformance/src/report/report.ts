import type { ClientInfo } from '../adapter/protocol.ts';

/** How binding a case is: a MUST or a SHOULD of an RFC or of the interface document, or information only. */
export type Level = 'must' | 'should' | 'info';

/**
 * The verdict on a case. `fail`, `warn` and `note`: the client did not do what a MUST, a SHOULD or a case for information expects.
 * `not_exercised`: it did not do what the case judges. `not_supported`: it cannot. `harness_error`: nothing can be said about it.
 */
export type Verdict = 'pass' | 'fail' | 'warn' | 'note' | 'not_exercised' | 'not_supported' | 'harness_error';

/** What a case of the run is about. */
export interface CaseDescription {
  /** Its number; it never changes. */
  readonly case: number;
  /** What a right client does, in a few words. */
  readonly name: string;
  readonly level: Level;
  /** The source: an RFC with its section, or a part of the interface document. */
  readonly reference: string;
  /** Why it matters, in one or two sentences. */
  readonly why: string;
  /** What a right client does with what it is sent, in one or two sentences. */
  readonly expected: string;
}

/** The verdict on one case. */
export interface CheckReport extends CaseDescription {
  readonly verdict: Verdict;
  /** What was seen: a sentence that begins with what the client was asked and answered. */
  readonly seen: string;
  /** What went over the wire and between the run and the adapter, with keys masked. */
  readonly log: readonly string[];
  /** The command that repeats this check alone. */
  readonly repeat: string;
}

/** The result of a run: the JSON report, version 1. */
export interface Report {
  readonly report: 1;
  /** What the adapter said about its client; empty if it did not start. */
  readonly client: Partial<ClientInfo>;
  /** The version of the set of cases. */
  readonly set: string;
  readonly exitCode: 0 | 1;
  /** One check for each case, in the order of the case numbers. */
  readonly checks: readonly CheckReport[];
}
