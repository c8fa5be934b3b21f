import type { ConformanceCase } from './conformance-case.ts';
import { deviation, harnessError, lookOnce, notSupported, type Finding } from './finding.ts';
import type { CaseDescription, CheckReport, Level, Report, Verdict } from './report.ts';
import { isAccepted, isJudged, type ReportOptions } from './reports/outcome.ts';
import { shorten } from './reports/printable.ts';
import type { HarnessControls } from './harness.ts';

/**
 * Looks at a client in one case after the other.
 *
 * @param repeat makes the command that repeats one case
 */
export async function runCases(
  harness: HarnessControls,
  cases: readonly ConformanceCase[],
  repeat: (number: number) => string,
  onCheck: (check: CheckReport) => void = () => undefined,
): Promise<readonly CheckReport[]> {
  const checks: CheckReport[] = [];
  const inOrder = [...cases].sort((one, other) => Number(one.isLast ?? false) - Number(other.isLast ?? false));
  for (const each of inOrder) {
    harness.begin();
    const { kind, seen } = await judge(harness, each);
    const check = {
      ...describe(each, verdictOf(kind, each.level)),
      seen: shorten(harness.redact(seen)),
      log: harness.log(),
      repeat: repeat(each.case),
    };
    checks.push(check);
    onCheck(check);
  }
  return checks.sort((one, other) => one.case - other.case);
}

async function judge(
  harness: HarnessControls,
  { needs, seesNeed = false, needsHttp11 = false, look }: ConformanceCase,
): Promise<Finding> {
  if (needs !== undefined && !seesNeed && !harness.capabilities.includes(needs)) {
    return notSupported(`The client does not have the capability ${needs}.`);
  }
  const finding = await lookOnce(() => look(harness)).catch((error: unknown) =>
    harnessError(`The run failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`),
  );
  if (needsHttp11 && harness.isOfHttp10()) return notSupported('The client speaks HTTP/1.0, which has no such answer.');
  if (harness.hasMissed()) return harnessError('The run did not answer as its script says.');
  const [violation] = harness.violations();
  if (violation === undefined || finding.kind === 'harness_error') return finding;
  return deviation(`The client sent what is not valid HTTP, and was refused: ${violation}`);
}

const deviations: Readonly<Record<Level, Verdict>> = { must: 'fail', should: 'warn', info: 'note' };

/** Makes the verdict on a case from what was found. */
export function verdictOf(kind: Finding['kind'], level: Level): Verdict {
  return kind === 'deviation' ? deviations[level] : kind;
}

/** Begins the report of a check, in the order of the protocol's page. */
export function describe({ case: number, name, level, reference, why, expected }: CaseDescription, verdict: Verdict) {
  return { case: number, name, level, verdict, reference, why, expected };
}

/** Decides the exit code, for run and serve alike: 0 if something was judged and every check is accepted. */
export function exitCodeOf(checks: readonly CheckReport[], options: ReportOptions): Report['exitCode'] {
  return checks.some(isJudged) && checks.every((check) => isAccepted(check, options)) ? 0 : 1;
}
