import type { CheckReport, Level, Report, Verdict } from '../report.ts';
import { outcomeOf, type ReportOptions } from './outcome.ts';

/** The levels, the heaviest first. */
export const levels: readonly Level[] = ['must', 'should', 'info'];

/** Every word for what became of a check, those to act on first. */
export const words = [
  'unexpected pass',
  'fail',
  'expected failure',
  'warn',
  'note',
  'harness error',
  'not exercised',
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

/** Returns the word for what became of a check: its verdict, unless the check was expected to fail. */
export function wordFor(check: CheckReport, options: ReportOptions): Word {
  return outcomeOf(check, options).mark ?? verdictNames[check.verdict];
}

/** Names the client of a report in one phrase. */
export function describeClient({ client: { name, version, language } }: Report): string {
  const named = [name ?? 'unknown client', version].filter(Boolean).join(' ');
  return language === undefined ? named : `${named} (${language})`;
}

/** Returns the texts about a check with their labels, without those that are empty. The log and the command stand apart. */
export function textsAbout({ expected, seen, why, reference }: CheckReport): readonly (readonly [string, string])[] {
  return Object.entries({ expected, seen, why, reference }).filter(([, text]) => text !== '');
}
