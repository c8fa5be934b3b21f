// What a report holds, how a check counts, and the words that all reports have for it.
import type { ClientInfo } from '../adapter/protocol.ts';
import type { CaseDescription } from '../player/conformance-case.ts';

/**
 * The verdict on a case. `fail`, `warn` and `note`: the client did not do what a MUST, a SHOULD or a case for information expects.
 * `not_exercised`: it did not do what the case judges. `not_supported`: it cannot. `harness_error`: nothing can be said about it.
 */
export type Verdict = 'pass' | 'fail' | 'warn' | 'note' | 'not_exercised' | 'not_supported' | 'harness_error';

/** The verdict on one case. */
export interface CheckReport extends CaseDescription {
  readonly verdict: Verdict;
  /** What was seen: a sentence that begins with what the client was asked and answered. */
  readonly seen: string;
  /** The beginning of `seen`: what the client was asked and answered. The JSON report does not have it. */
  readonly context?: string;
  /** How long the case took, to the millisecond. */
  readonly seconds: number;
  /** What went over the wire and between the run and the adapter, with keys redacted. */
  readonly log: readonly string[];
  /** When each line of the log was written, in milliseconds since the first. The JSON report does not have them. */
  readonly times?: readonly number[];
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

export interface ReportOptions {
  /** Whether `warn` counts as failed, too. */
  readonly strict: boolean;
  /** The cases that are expected to fail: the reason by the number of the case. */
  readonly expectedFailures: ReadonlyMap<number, string>;
}

/** The words for a check in the reports, those to act on first. */
const wordsByUrgency = [
  'unexpected pass',
  'fail',
  'harness error',
  'warn',
  'not exercised',
  'note',
  'expected failure',
  'not supported',
  'pass',
] as const;

export type Word = (typeof wordsByUrgency)[number];

interface Classification {
  readonly word: Word;
  readonly countsAs: 'passed' | 'failed' | 'skipped';
  /** Whether the exit code can be 0 with this check. */
  readonly isAccepted: boolean;
}

/** Decides how the reports show a check. An unexpected pass counts as failed: the list of expected failures is out of date. */
export function classify(
  { case: number, level, verdict }: CheckReport,
  { strict, expectedFailures }: ReportOptions,
): Classification {
  const isExpected = expectedFailures.has(number);
  switch (verdict) {
    case 'pass':
      if (isExpected) return { word: 'unexpected pass', countsAs: 'failed', isAccepted: false };
      return { word: 'pass', countsAs: 'passed', isAccepted: true };
    case 'fail':
    case 'warn':
    case 'note':
      if (isExpected) return { word: 'expected failure', countsAs: 'skipped', isAccepted: true };
      if (verdict === 'note' || (verdict === 'warn' && !strict))
        return { word: verdict, countsAs: 'skipped', isAccepted: true };
      return { word: verdict, countsAs: 'failed', isAccepted: false };
    case 'not_exercised':
      return { word: 'not exercised', countsAs: 'skipped', isAccepted: level !== 'must' };
    case 'not_supported':
      return { word: 'not supported', countsAs: 'skipped', isAccepted: true };
    case 'harness_error':
      return { word: 'harness error', countsAs: 'skipped', isAccepted: false };
    default:
      return verdict satisfies never;
  }
}

/** Whether the verdict says something about the client. */
export function isJudged({ verdict }: CheckReport): boolean {
  return verdict === 'pass' || verdict === 'fail' || verdict === 'warn' || verdict === 'note';
}

/** Decides the exit code of the run: 0 if something was judged and every check is accepted. */
export function decideExitCode(checks: readonly CheckReport[], options: ReportOptions): Report['exitCode'] {
  return checks.some(isJudged) && checks.every((check) => classify(check, options).isAccepted) ? 0 : 1;
}

/** Returns the checks that failed. An unexpected pass counts as failed, but did not fail. */
export function listFailed(checks: readonly CheckReport[], options: ReportOptions): readonly CheckReport[] {
  return checks.filter((check) => check.verdict !== 'pass' && classify(check, options).countsAs === 'failed');
}

/** Returns what a report for people says of the whole run. */
export function summarise({ checks, client: { name, version, language } }: Report, options: ReportOptions) {
  const named = [name ?? 'unknown client', version].filter(Boolean).join(' ');
  const words = checks.map((check) => classify(check, options).word);
  const counts = wordsByUrgency.map((word) => [words.filter((each) => each === word).length, word] as const);
  const failed = listFailed(checks, options);
  const judged = checks.filter(isJudged).length;
  const blocking = checks.filter((check) => !classify(check, options).isAccepted);
  const numbers = (verdict: Verdict) =>
    blocking.flatMap((check) => (check.verdict === verdict ? [check.case] : [])).join(', ');
  return {
    client: language === undefined ? named : `${named} (${language})`,
    counts: counts.flatMap(([count, word]) => (count === 0 ? [] : `${count} ${word}`)).join(', '),
    failed,
    /** The numbers of the cases because of which the exit code is 1. */
    blocking: blocking.map((check) => check.case),
    result: judged === 0 ? 'No case was judged.' : `${failed.length || 'None'} of ${judged} judged cases failed.`,
    /** Beside the failed checks, the reasons for the exit code 1: each as a label and the numbers of its cases. */
    otherReasons: [
      ['Passed unexpectedly, remove from the expected failures', numbers('pass')] as const,
      ['Not exercised, and a MUST', numbers('not_exercised')] as const,
      ['Harness errors, so the adapter is wrong', numbers('harness_error')] as const,
    ].filter(([, some]) => some !== ''),
  };
}
