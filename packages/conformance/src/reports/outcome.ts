import type { CheckReport } from '../report.ts';

/** What the reports take beside the report. */
export interface ReportOptions {
  /** Whether a deviation from a SHOULD is a failure too. */
  readonly strict: boolean;
  /** The cases that are expected to fail: the reasons by their numbers. */
  readonly expectedFailures: ReadonlyMap<number, string>;
  /** The cases that may fail or pass: the reasons by their numbers. */
  readonly knownFlaky: ReadonlyMap<number, string>;
}

/** What a check counts as in a run. */
export interface Outcome {
  readonly result: 'passed' | 'failed' | 'skipped';
  /** What differs from the verdict alone, because the case is known. */
  readonly mark?: 'expected failure' | 'unexpected pass' | 'flaky';
}

/**
 * Returns what a check counts as. An unexpected pass counts as failed: then the list of expected failures is out of date. What
 * was not exercised is skipped, but a MUST that is not exercised makes the exit code 1.
 */
export function outcomeOf(
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
 * Whether a check leaves the exit code at 0. It does unless it counts as failed, is a harness error, or is a MUST that was not
 * exercised.
 */
export function isAccepted(check: CheckReport, options: ReportOptions): boolean {
  if (check.verdict === 'harness_error') return false;
  if (check.verdict === 'not_exercised') return check.level !== 'must' || options.knownFlaky.has(check.case);
  return outcomeOf(check, options).result !== 'failed';
}

/** Whether a verdict says something about the client. */
export function isJudged({ verdict }: Pick<CheckReport, 'verdict'>): boolean {
  return verdict === 'pass' || verdict === 'fail' || verdict === 'warn' || verdict === 'note';
}

/** Returns why a case is expected to fail or flaky, as its file says; `undefined` if it is in neither. */
export function reasonFor({ case: number }: CheckReport, options: ReportOptions): string | undefined {
  return options.expectedFailures.get(number) ?? options.knownFlaky.get(number);
}
