import type { CheckReport, Level, Report, Verdict } from './report.ts';
import { findKnownReason, isAccepted, isJudged, makeLine, type ReportOptions } from './report-line.ts';

/** The levels, the most binding first. */
export const levels: readonly Level[] = ['must', 'should', 'info'];

/** Names the client of a report in one phrase. */
export function describeClient({ client: { name, version, language } }: Report): string {
  const named = [name ?? 'unknown client', version].filter(Boolean).join(' ');
  return language === undefined ? named : `${named} (${language})`;
}

/** Says in one sentence how many of the judged checks failed. */
export function describeFailedCount({ checks }: Report, options: ReportOptions): string {
  const failed = checks.filter((check) => makeLine(check, options).countsAs === 'failed').length;
  const judged = checks.filter(isJudged).length;
  return judged === 0 ? 'No case was judged.' : `${failed === 0 ? 'None' : failed} of ${judged} judged cases failed.`;
}

/** Returns the other reasons for the exit code 1, each as a label and the numbers of its cases. */
export function listOtherReasons({ checks }: Report, options: ReportOptions): readonly (readonly [string, string])[] {
  const blocking = checks.filter((check) => !isAccepted(check, options));
  const numbers = (verdict: Verdict) =>
    blocking.flatMap((check) => (check.verdict === verdict ? [check.case] : [])).join(', ');
  return [
    ['Not exercised, and a MUST', numbers('not_exercised')] as const,
    ['Harness errors, so the adapter is wrong', numbers('harness_error')] as const,
  ].filter(([, some]) => some !== '');
}

/** Returns the texts of a check with their labels, without the empty ones. The log and the command are not among them. */
export function listTexts(check: CheckReport, options: ReportOptions): readonly (readonly [string, string])[] {
  const { expected, seen, why, reference } = check;
  return Object.entries({ expected, seen, known: findKnownReason(check, options) ?? '', why, reference }).filter(
    ([, text]) => text !== '',
  );
}
