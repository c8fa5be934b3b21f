import type { CheckReport } from '../report.ts';

/** What the reports take beside the report. */
export interface ReportOptions {
  /** Whether a deviation from a SHOULD is a failure too. */
  readonly strict: boolean;
  /** The numbers of the cases that are expected to fail. */
  readonly expectedFailures: ReadonlySet<number>;
}

/** What a check counts as in a run. */
export interface Outcome {
  readonly result: 'passed' | 'failed' | 'skipped';
  /** What differs from the verdict alone, because the case is expected to fail. */
  readonly mark?: 'expected failure' | 'unexpected pass';
}

/** Returns what a check counts as. An unexpected pass counts as failed: then the list of expected failures is out of date. */
export function outcomeOf(
  { case: number, verdict }: CheckReport,
  { strict, expectedFailures }: ReportOptions,
): Outcome {
  const expected = expectedFailures.has(number);
  switch (verdict) {
    case 'pass':
      return expected ? { result: 'failed', mark: 'unexpected pass' } : { result: 'passed' };
    case 'fail':
      return expected ? { result: 'skipped', mark: 'expected failure' } : { result: 'failed' };
    case 'warn':
      if (expected) return { result: 'skipped', mark: 'expected failure' };
      return { result: strict ? 'failed' : 'skipped' };
    case 'note':
    case 'not_exercised':
    case 'not_supported':
    case 'harness_error':
      return { result: 'skipped' };
    default:
      return verdict satisfies never;
  }
}
