import type { CheckReport, Level, Report, Verdict } from '../report.ts';
import { isAccepted, isJudged, outcomeOf, reasonFor, type ReportOptions } from './outcome.ts';

/** The levels, the heaviest first. */
export const levels: readonly Level[] = ['must', 'should', 'info'];

/** Every word for what became of a check, those to act on first. */
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

/** What became of a check. */
export type Word = (typeof words)[number];

const verdictNames: Readonly<Record<Verdict, Word>> = {
  fail: 'fail',
  warn: 'warn',
  note: 'note',
  harness_error: 'harness error',
  not_exercised: 'not exercised',
  not_supported: 'not supported',
  pass: 'pass',
};

/** Returns the word for what became of a check: its verdict, unless the case is known. */
export function wordFor(check: CheckReport, options: ReportOptions): Word {
  return outcomeOf(check, options).mark ?? verdictNames[check.verdict];
}

/** Names the client of a report in one phrase. */
export function describeClient({ client: { name, version, language } }: Report): string {
  const named = [name ?? 'unknown client', version].filter(Boolean).join(' ');
  return language === undefined ? named : `${named} (${language})`;
}

/** Says in one sentence how many checks failed, of those that say something about the client. */
export function countOfFailed({ checks }: Report, options: ReportOptions): string {
  const failed = checks.filter((check) => outcomeOf(check, options).result === 'failed').length;
  return `${failed === 0 ? 'None' : failed} of ${checks.filter(isJudged).length} judged cases failed.`;
}

/** Returns the numbers of the checks that make the exit code 1 although they did not fail, with the word for them. */
export function otherReasons({ checks }: Report, options: ReportOptions): readonly (readonly [string, string])[] {
  const blocking = checks.filter((check) => !isAccepted(check, options));
  const numbers = (verdict: Verdict) =>
    blocking.flatMap((check) => (check.verdict === verdict ? [check.case] : [])).join(', ');
  return [
    ['Not exercised, and a MUST', numbers('not_exercised')] as const,
    ['Harness errors', numbers('harness_error')] as const,
  ].filter(([, some]) => some !== '');
}

/** Returns the texts about a check with their labels, without those that are empty. The log and the command stand apart. */
export function textsAbout(check: CheckReport, options: ReportOptions): readonly (readonly [string, string])[] {
  const { expected, seen, why, reference } = check;
  return Object.entries({ expected, seen, known: reasonFor(check, options) ?? '', why, reference }).filter(
    ([, text]) => text !== '',
  );
}
