import {
  describeClient,
  describeFailedCount,
  levels,
  listOtherReasons,
  listTexts,
  makeLine,
  words,
  type CheckReport,
  type Report,
  type ReportOptions,
  type Word,
} from './report.ts';
import { oneLine, printable, wrap } from './text.ts';

/** What the report in a terminal needs beside the report. */
export interface TerminalOptions extends ReportOptions {
  /** Whether to colour the verdicts with escape codes (ECMA-48, SGR). */
  readonly colours: boolean;
}

/** How many columns a line has. */
const width = 80;

/** How many lines of the log are shown: the last ones. */
const maxLogLines = 24;

/** Header fields that say nothing about a case. */
const idleField = /^\d+ [<>] (?:date|keep-alive|connection: keep-alive|user-agent|accept-language|sec-fetch-mode)\b/i;

/** The foreground colour of each word: a parameter of SGR. */
const colourCodes: Readonly<Record<Word, number>> = {
  'unexpected pass': 31,
  fail: 31,
  'expected failure': 33,
  warn: 33,
  note: 36,
  'harness error': 35,
  'not exercised': 90,
  'not supported': 90,
  pass: 32,
};

/** Returns the lines for a check that has just ended, each with a line feed. */
export function terminalProgress(check: CheckReport, options: TerminalOptions): string {
  const word = makeLine(check, options).word;
  const [first = '', ...rest] = wrap(oneLine(check.name), width - 23);
  const gap = ' '.repeat(18 - word.length);
  return text([`${paddedNumber(check)}  ${coloured(word, word, options)}${gap}${first}`, ...indented(rest, 23)]);
}

/** Returns the end of a report: every check to look at, then the counts. The last character is a line feed. */
export function terminalReport(report: Report, options: TerminalOptions): string {
  const shown = report.checks.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'not_supported');
  return text([...shown.flatMap((check) => [...checkLines(check, options), '']), ...summary(report, options)]);
}

function checkLines(check: CheckReport, options: TerminalOptions): readonly string[] {
  const log = findJudgedExchange(check.log).slice(-maxLogLines);
  const count = log.length < check.log.length ? `${log.length} of ${check.log.length} lines` : '';
  const { word } = makeLine(check, options);
  return [
    `${paddedNumber(check)}  ${coloured(word, word, options)} (${check.level})`,
    ...indented(wrap(oneLine(check.name), width - 5), 5),
    ...listTexts(check, options).flatMap(([label, value]) => {
      const lines = labelled(label, wrap(printable(value), width - 17));
      const colour = label === 'expected' ? 'pass' : label === 'seen' && word;
      return colour ? lines.map((line) => coloured(line, colour, options)) : lines;
    }),
    ...(log.length > 0 ? labelled('log', [count]) : []),
    ...log.flatMap(logLines),
    ...labelled('repeat', printable(check.repeat).split('\n')), // unbroken, to be copied
  ];
}

/** Returns the lines of the last call, which decided the case, without idle header fields. Without a call, all lines. */
function findJudgedExchange(log: readonly string[]): readonly string[] {
  const start = log.findLastIndex((line) => line.startsWith('run     >'));
  return log.slice(Math.max(start, 0)).filter((line) => !idleField.test(line));
}

function logLines(entry: string): readonly string[] {
  const line = printable(entry).replace(/\s/g, ' ');
  const [first = '', ...rest] = line.match(/.{1,71}/gu) ?? []; // the width without the indent of 9
  return [...indented([first], 7), ...indented(rest, 9)];
}

function summary(report: Report, options: TerminalOptions): readonly string[] {
  const { checks, set, exitCode } = report;
  const called = (word: Word) => checks.filter((check) => makeLine(check, options).word === word);
  const failed = checks.filter((check) => makeLine(check, options).countsAs === 'failed');
  const unexpected = called('unexpected pass').map((check) => check.case);
  return [
    ...wrap(`${oneLine(describeClient(report))}, cases ${oneLine(set)}`, width),
    '',
    row('', [...levels, 'all']),
    ...words.filter((word) => called(word).length > 0).map((word) => row(word, countByLevel(called(word)))),
    row('all', countByLevel(checks)),
    '',
    coloured(describeFailedCount(report, options), exitCode === 0 ? 'pass' : 'fail', options),
    ...listed('Failed', failed.map((check) => `${check.case} ${oneLine(check.name)}`).join(', ')),
    ...listed('Passed unexpectedly, remove from the expected failures', unexpected.join(', ')),
    ...listOtherReasons(report, options).flatMap(([label, numbers]) => listed(label, numbers)),
    `Exit code ${exitCode}${options.strict ? ' (strict: warn counts as failed)' : ''}`,
  ];
}

/** Counts the checks of each level, and all of them. */
function countByLevel(checks: readonly CheckReport[]): readonly string[] {
  const byLevel = levels.map((level) => checks.filter((check) => check.level === level).length);
  return [...byLevel, checks.length].map((count) => (count === 0 ? '-' : String(count)));
}

function row(name: string, cells: readonly string[]): string {
  return `  ${name.padEnd(18)}${cells.map((cell) => cell.padStart(8)).join('')}`;
}

function listed(label: string, named: string): readonly string[] {
  return named === '' ? [] : wrap(`${label}: ${named}`, width);
}

function paddedNumber({ case: number }: CheckReport): string {
  return String(number).padStart(3);
}

function coloured(text: string, word: Word, { colours }: TerminalOptions): string {
  return colours ? `\u001b[${colourCodes[word]}m${text}\u001b[39m` : text;
}

function labelled(label: string, [first = '', ...rest]: readonly string[]): readonly string[] {
  return [`     ${label.padEnd(10)}  ${first}`.trimEnd(), ...indented(rest, 17)];
}

function indented(lines: readonly string[], by: number): readonly string[] {
  return lines.map((line) => `${' '.repeat(by)}${line}`.trimEnd());
}

function text(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
