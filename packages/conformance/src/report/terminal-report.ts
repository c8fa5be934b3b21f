import {
  describeClient,
  describeCounts,
  describeFailedCount,
  isAccepted,
  listFailed,
  listOtherReasons,
  classify,
  urgencyPlace,
  type CheckReport,
  type Report,
  type ReportOptions,
  type Word,
} from './report.ts';
import { oneLine, printable } from '../observation/text.ts';

/** What the report in a terminal needs beside the report. */
export interface TerminalOptions extends ReportOptions {
  /** Whether to colour the verdicts with escape codes (ECMA-48, SGR). */
  readonly colours: boolean;
  /** How many columns a line has. */
  readonly width: number;
}

/** How many lines of an exchange are shown: the last ones. */
const maxLogLines = 14;

/** Lines of an exchange that say nothing more about a case: the answer, which was seen, usual fields and the ends of heads. */
const idleLine =
  /^(?:adapter <.*|\d+ (?:opened|[<>](?: (?:accept|accept-encoding|accept-language|connection: keep-alive|date|host|keep-alive|sec-fetch-mode|user-agent)\b.*)?))$/i;

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
  const { word } = classify(check, options);
  const gap = ' '.repeat(18 - word.length);
  const name = hanging(oneLine(check.name), 23, options);
  return `${String(check.case).padStart(3)}  ${coloured(word, word, options)}${gap}${name}\n`;
}

/**
 * Returns the end of a report: every check to look at, the worst last, then the result. The last character is a line feed.
 *
 * @param repeat makes the command that repeats cases
 */
export function terminalReport(
  report: Report,
  options: TerminalOptions,
  repeat: (...numbers: readonly number[]) => string,
): string {
  const { checks, set, exitCode } = report;
  const shown = checks
    .filter(({ verdict }) => verdict !== 'pass' && verdict !== 'not_supported')
    .sort((one, other) => urgencyPlace(other, options) - urgencyPlace(one, options));
  const findings = shown.map((check, index) => {
    const next = shown[index + 1];
    const heading = terminalProgress(check, options);
    // Many cases can have one harness error: say it once, after the last of them.
    if (check.verdict === 'harness_error' && next?.seen === check.seen) return heading;
    const end = next !== undefined && isAccepted(next, options) ? '' : '\n';
    return `${heading}${describeFinding(check, options)}\n${end}`;
  });
  const blocking = checks.flatMap((check) => (isAccepted(check, options) ? [] : check.case));
  const line = (text: string) => `${hanging(oneLine(text), 0, options)}\n`;
  return [
    ...findings,
    line(`${describeClient(report)}, cases ${set}`),
    line(describeCounts(report, options)),
    `${coloured(describeFailedCount(report, options), exitCode === 0 ? 'pass' : 'fail', options)}\n`,
    ...listFailed(report, options).map((check) => line(`Failed: ${check.case} ${check.name}`)),
    ...listOtherReasons(report, options).map(([label, numbers]) => line(`${label}: ${numbers}`)),
    ...(blocking.length === 0 ? [] : [`Repeat: ${printable(repeat(...blocking))}\n`]), // unbroken, to be copied
    line(`Exit code ${exitCode}${options.strict ? ' (strict: warn counts as failed)' : ''}`),
  ].join('');
}

/** Says what was asked, expected and seen, and shows the exchange. Of a check that is accepted, only says what was seen. */
function describeFinding(check: CheckReport, options: TerminalOptions): string {
  const { expected, seen, reference, log } = check;
  const { word } = classify(check, options);
  const row = (label: string, value: string, colour: Word) =>
    coloured(`     ${label.padEnd(9)}  ${hanging(value, 16, options)}`, colour, options);
  if (isAccepted(check, options)) {
    const known = options.expectedFailures.get(check.case);
    return [row('seen', seen, word), ...(known === undefined ? [] : [row('known', known, word)])].join('\n');
  }
  const [, asked, found = seen] = /^(For .*:) ((?:It|The) .*)$/s.exec(seen) ?? [];
  return [
    ...(asked === undefined ? [] : [`     ${hanging(asked, 5, options)}`]),
    row('expected', expected, 'pass'),
    row('seen', found, word),
    row('reference', reference, 'not exercised'),
    ...findExchange(log).map((line) => `       ${fitToWidth(printable(line).replace(/\s/g, ' '), options.width - 7)}`),
  ].join('\n');
}

/** Returns the exchange of the last call, which decided the case, and then the end of what its adapter wrote to stderr. */
function findExchange(log: readonly string[]): readonly string[] {
  const start = log.findLastIndex((line) => line.startsWith('run     >'));
  const lines = log.slice(start + 1).filter((line) => !idleLine.test(line));
  const isTrace = (line: string) => line.startsWith('stderr ');
  return [...lines.filter((line) => !isTrace(line)).slice(-maxLogLines), ...lines.filter(isTrace).slice(-3)];
}

/** Cuts a line of the exchange. Whole ones are in the other reports. */
function fitToWidth(line: string, width: number): string {
  const characters = Array.from(line);
  return characters.length > width ? `${characters.slice(0, width - 1).join('')}…` : line;
}

function coloured(text: string, word: Word, { colours }: TerminalOptions): string {
  return colours ? `\u001b[${colourCodes[word]}m${text}\u001b[39m` : text;
}

/** Breaks a text that begins in this column. */
function hanging(text: string, column: number, { width }: TerminalOptions): string {
  return wrap(printable(text), width - column).join(`\n${' '.repeat(column)}`);
}

/** Breaks a text into lines of at most `width` characters, between words. Breaks a longer word. Tabs become two spaces. */
function wrap(text: string, width: number): readonly string[] {
  const piece = new RegExp(`.{1,${width}}(?=\\s|$)|.{1,${width}}`, 'gu');
  return text
    .replaceAll('\t', '  ')
    .split('\n')
    .flatMap((line) => {
      const [first = '', ...rest] = line.match(piece) ?? [];
      return [first.trimEnd(), ...rest.map((part) => part.trim()).filter(Boolean)];
    });
}
