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
 * @param onCheck is called when a case is judged, and again if what the client sent for it after that changes the verdict
 */
export async function runCases(
  harness: HarnessControls,
  cases: readonly ConformanceCase[],
  repeat: (number: number) => string,
  onCheck: (check: CheckReport) => void = () => undefined,
): Promise<readonly CheckReport[]> {
  const report = (each: ConformanceCase, { kind, seen }: Finding, log: readonly string[]): CheckReport => {
    const check = {
      ...describe(each, verdictOf(kind, each.level)),
      seen: shorten(harness.redact(seen)),
      log,
      repeat: repeat(each.case),
    };
    onCheck(check);
    return check;
  };
  const judged: (() => CheckReport)[] = [];
  const inOrder = [...cases].sort((one, other) => Number(one.isLast ?? false) - Number(other.isLast ?? false));
  for (const each of inOrder) {
    const violations = harness.begin();
    const seen = await judge(harness, each);
    const finding = withViolations(seen, violations);
    const check = report(each, finding, harness.log());
    judged.push(() => {
      const last = withViolations(seen, violations);
      return last.kind === finding.kind ? check : report(each, last, check.log);
    });
  }
  return judged.map((last) => last()).sort((one, other) => one.case - other.case);
}

/** Blames a client for what it sent that is not valid HTTP. */
function withViolations(finding: Finding, [violation]: readonly string[]): Finding {
  if (violation === undefined || finding.kind === 'harness_error') return finding;
  return deviation(`The client sent what is not valid HTTP, and was refused: ${violation}`);
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
  return harness.hasMissed() ? harnessError('The run did not answer as its script says.') : finding;
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
