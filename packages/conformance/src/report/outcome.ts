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

/** What a check counts as. */
export interface Outcome {
  readonly result: 'passed' | 'failed' | 'skipped';
  /** Set if the known cases change how the verdict counts. */
  readonly mark?: 'expected failure' | 'unexpected pass' | 'flaky';
}

/**
 * Decides what a check counts as. An unexpected pass counts as failed, because then the list of expected failures is out of date.
 * A check that is not exercised is skipped; see {@link isAccepted} for the exit code.
 */
export function decideOutcome(
  { case: number, verdict }: CheckReport,
  { strict, expectedFailures, knownFlaky }: ReportOptions,
): Outcome {
  switch (verdict) {
    case 'pass':
      return expectedFailures.has(number) ? { result: 'failed', mark: 'unexpected pass' } : { result: 'passed' };
    case 'fail':
    case 'warn':
    case 'note':
      if (expectedFailures.has(number)) return { result: 'skipped', mark: 'expected failure' };
      if (knownFlaky.has(number)) return { result: 'skipped', mark: 'flaky' };
      return { result: verdict === 'fail' || (verdict === 'warn' && strict) ? 'failed' : 'skipped' };
    case 'not_exercised':
    case 'not_supported':
    case 'harness_error':
      return { result: 'skipped' };
    default:
      return verdict satisfies never;
  }
}

/**
 * Whether the exit code can be 0 with this check. It cannot if the check counts as failed, is a harness error, or is a MUST that
 * was not exercised.
 */
export function isAccepted(check: CheckReport, options: ReportOptions): boolean {
  if (check.verdict === 'harness_error') return false;
  if (check.verdict === 'not_exercised') return check.level !== 'must' || options.knownFlaky.has(check.case);
  return decideOutcome(check, options).result !== 'failed';
}

/** Whether the verdict says something about the client. */
export function isJudged({ verdict }: Pick<CheckReport, 'verdict'>): boolean {
  return verdict === 'pass' || verdict === 'fail' || verdict === 'warn' || verdict === 'note';
}

/** Returns the reason that the file of the known cases gives for a case; `undefined` if the case is not known. */
export function findKnownReason({ case: number }: CheckReport, options: ReportOptions): string | undefined {
  return options.expectedFailures.get(number) ?? options.knownFlaky.get(number);
}
