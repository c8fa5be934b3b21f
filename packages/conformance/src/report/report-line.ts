import type { CheckReport } from './report.ts';

/** What decides how a check counts. */
export interface ReportOptions {
  /** Whether `warn` counts as failed, too. */
  readonly strict: boolean;
  /** The cases that are expected to fail: the reason by the number of the case. */
  readonly expectedFailures: ReadonlyMap<number, string>;
  /** The cases that may fail or pass: the reason by the number of the case. */
  readonly knownFlaky: ReadonlyMap<number, string>;
}

/** The words for a check in the reports, those to act on first. */
export const words = [
  'unexpected pass',
  'fail',
  'harness error',
  'warn',
  'not exercised',
  'note',
  'expected failure',
  'flaky',
  'not supported',
  'pass',
] as const;

/** A word for a check, as people read it. */
export type Word = (typeof words)[number];

/** How the reports show a check. */
export interface ReportLine {
  readonly word: Word;
  readonly countsAs: 'passed' | 'failed' | 'skipped';
}

/**
 * Decides how the reports show a check. An unexpected pass counts as failed, because then the list of expected failures is out of date.
 * A check that is not exercised is skipped; see {@link isAccepted} for the exit code.
 */
export function makeLine(
  { case: number, verdict }: CheckReport,
  { strict, expectedFailures, knownFlaky }: ReportOptions,
): ReportLine {
  switch (verdict) {
    case 'pass':
      if (expectedFailures.has(number)) return { word: 'unexpected pass', countsAs: 'failed' };
      return { word: 'pass', countsAs: 'passed' };
    case 'fail':
    case 'warn':
    case 'note':
      if (expectedFailures.has(number)) return { word: 'expected failure', countsAs: 'skipped' };
      if (knownFlaky.has(number)) return { word: 'flaky', countsAs: 'skipped' };
      return { word: verdict, countsAs: verdict === 'fail' || (verdict === 'warn' && strict) ? 'failed' : 'skipped' };
    case 'not_exercised':
      return { word: 'not exercised', countsAs: 'skipped' };
    case 'not_supported':
      return { word: 'not supported', countsAs: 'skipped' };
    case 'harness_error':
      return { word: 'harness error', countsAs: 'skipped' };
    default:
      return verdict satisfies never;
  }
}

/**
 * Whether the exit code can be 0 with this check. These checks make it 1: failed ones, harness errors, and a MUST that was not
 * exercised and is not known as flaky.
 */
export function isAccepted(check: CheckReport, options: ReportOptions): boolean {
  if (check.verdict === 'harness_error') return false;
  if (check.verdict === 'not_exercised') return check.level !== 'must' || options.knownFlaky.has(check.case);
  return makeLine(check, options).countsAs !== 'failed';
}

/** Whether the verdict says something about the client. */
export function isJudged({ verdict }: Pick<CheckReport, 'verdict'>): boolean {
  return verdict === 'pass' || verdict === 'fail' || verdict === 'warn' || verdict === 'note';
}

/** Returns the reason that the file of the known cases gives for a case; `undefined` if the case is not known. */
export function findKnownReason({ case: number }: CheckReport, options: ReportOptions): string | undefined {
  return options.expectedFailures.get(number) ?? options.knownFlaky.get(number);
}
