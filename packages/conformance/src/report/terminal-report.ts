import { classify, listFailed, summarise } from './report.ts';
import type { CheckReport, Report, ReportOptions, Word } from './report.ts';
import { findDifference, seenInContext } from './finding.ts';
import { oneLine, printable } from '../observation/text.ts';

export interface TerminalOptions extends ReportOptions {
  /** Whether to colour the verdicts with escape codes (ECMA-48, SGR). */
  readonly colours: boolean;
  /** How many columns a line has. */
  readonly width: number;
}

const maxLines = { accepted: 4, other: 6 };

/** Returns to the beginning of a line, and clears it (ECMA-48, EL). */
export const clearLine = '\r\u001b[K';

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

/** Returns the line that counts the checks while they end, without a line feed. */
export function terminalProgress(ended: readonly CheckReport[], all: number, options: TerminalOptions): string {
  const failed = listFailed(ended, options).length;
  return `${clearLine}${ended.length} of ${all}${failed === 0 ? '' : `, ${failed} failed`}`;
}

/** Returns the report: every check to look at, by number, then the result. The last character is a line feed. */
export function terminalReport(
  report: Report,
  options: TerminalOptions & { /** How long the run took. */ readonly seconds: number },
  repeat: (...numbers: readonly number[]) => string,
): string {
  const { checks, set, exitCode } = report;
  const { client, counts, result, failed, blocking, otherReasons } = summarise(report, options);
  const shown = checks.filter((check) => classify(check, options).word !== 'pass' && check.verdict !== 'not_supported');
  const findings = shown.map((check, index) => {
    // Many cases can have one harness error: say it once.
    const isKnown = check.verdict === 'harness_error' && shown[index - 1]?.seen === check.seen;
    return [formatHeading(check, options), ...(isKnown ? [] : describeFinding(check, options))].join('\n') + '\n';
  });
  const line = (text: string) => `${wrap(oneLine(text), options.width).join('\n')}\n`;
  return [
    ...findings,
    findings.length === 0 ? '' : '\n',
    line(`${client}, cases ${set}, ${options.seconds.toFixed(1)} s`),
    line(counts),
    `${coloured(result, exitCode === 0 ? 'pass' : 'fail', options)}\n`,
    ...failed.map((check) => line(`Failed: ${check.case} ${check.name}`)),
    ...otherReasons.map(([label, numbers]) => line(`${label}: ${numbers}`)),
    ...(blocking.length === 0 ? [] : [`Repeat: ${printable(repeat(...blocking))}\n`]), // unbroken, to be copied
    line(`Exit code ${exitCode}${options.strict ? ' (strict: warn counts as failed)' : ''}`),
  ].join('');
}

function formatHeading(check: CheckReport, options: TerminalOptions): string {
  const { word } = classify(check, options);
  const text = `${String(check.case).padStart(3)}  ${word.padEnd(16)}  ${oneLine(check.name)}`;
  return fitToWidth(text, options.width).replace(word, coloured(word, word, options));
}

/** Says what was asked, seen and expected, and what differs, each on few lines. Of an accepted check, only what was asked and seen. */
function describeFinding(check: CheckReport, options: TerminalOptions): readonly string[] {
  const { word, isAccepted } = classify(check, options);
  const difference = isAccepted ? undefined : findDifference(check);
  const known = options.expectedFailures.get(check.case);
  const row = (label: string, value: string, colour: Word, count = 1) => {
    const width = options.width - 16;
    const lines = wrap(oneLine(value), width);
    return lines.slice(0, count).map((line, index) => {
      const shown = index === count - 1 ? fitToWidth(lines.slice(index).join(' '), width) : line;
      const marked = options.colours && difference !== undefined ? mark(shown, difference.found) : shown;
      return coloured(`     ${(index === 0 ? label : '').padEnd(9)}  ${marked}`, colour, options);
    });
  };
  const asked = row('asked', check.context ?? '', 'not exercised');
  const others = [
    ...(isAccepted ? [] : row('expected', check.expected, 'pass')),
    ...row('known', known ?? '', word),
    ...row('differs', difference === undefined ? '' : `${difference.wanted} / ${difference.found}`, word),
  ];
  const most = isAccepted ? maxLines.accepted : maxLines.other;
  const seen = row('seen', seenInContext(check), word, most - 1 - asked.length - others.length); // after the heading
  return [...asked, ...seen, ...others];
}

/** Shows a value with its colours inverted (SGR). */
function mark(line: string, value: string): string {
  return line.replace(value, () => `\u001b[7m${value}\u001b[27m`);
}

/** Cuts a line. Whole ones are in the other reports. */
function fitToWidth(line: string, width: number): string {
  const characters = Array.from(line);
  if (characters.length <= width) return line;
  const beginning = characters.slice(0, width - 1).join('');
  return `${beginning.trimEnd()}…`;
}

function coloured(text: string, word: Word, { colours }: TerminalOptions): string {
  return colours ? `\u001b[${colourCodes[word]}m${text}\u001b[39m` : text;
}

/** Breaks one line into lines of at most `width` characters, between words. Breaks a longer word. */
function wrap(line: string, width: number): readonly string[] {
  const piece = new RegExp(`.{1,${width}}(?=\\s|$)|.{1,${width}}`, 'gu');
  return (line.match(piece) ?? []).map((part) => part.trim()).filter(Boolean);
}
