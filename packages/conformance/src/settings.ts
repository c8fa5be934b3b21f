import { err, ok, type Result } from '@petstore/core';
import { printable, shorten } from './reports/printable.ts';

/** What both commands take. */
export interface CommonSettings {
  /** The version of the set of cases. */
  readonly set: string;
  /** The numbers of the cases to look at. */
  readonly numbers: readonly number[];
  /** Whether a SHOULD counts as a MUST. */
  readonly strict: boolean;
  /** The file with the cases that are expected to fail; `undefined` if there is none. */
  readonly expectedFailures: string | undefined;
  /** The file with the cases that may fail or pass; `undefined` if there is none. */
  readonly knownFlaky: string | undefined;
  /** The files for reports by their format. */
  readonly reports: Readonly<Partial<Record<ReportFormat, string>>>;
}

/** A format of a report in a file. */
export type ReportFormat = 'json' | 'junit' | 'html';

/** Looks at a client behind an adapter. */
export interface RunSettings extends CommonSettings {
  readonly action: 'run';
  /** The line for the shell that starts the adapter. */
  readonly command: string;
  /** How long the adapter may take to write its first line, in milliseconds. */
  readonly startTimeout: number;
}

/** Watches a client that somebody else calls. */
export interface ServeSettings extends CommonSettings {
  readonly action: 'serve';
  readonly host: string;
  readonly port: number;
  /** Whether to stop when stdin ends. */
  readonly exitOnStdinEnd: boolean;
}

/**
 * Reads the text of a file with known cases. A line is the number of a case, a colon (or a #), and the reason, such as
 * `11: JSON.parse rounds`. A line that begins with # is a comment.
 *
 * @returns the reasons by the number of the case; else a sentence that names the line
 */
export function parseKnownCases(text: string, numbers: readonly number[]): Result<ReadonlyMap<number, string>, string> {
  const found = new Map<number, string>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (/^\s*(?:#|$)/.test(line)) continue;
    const [, digits, reason = ''] = /^\s*(\d+)\s*(?:[:#](.*))?$/.exec(line) ?? [];
    const place = `line ${index + 1}`;
    if (digits === undefined || !numbers.includes(Number(digits))) {
      return err(`${place} must be like "11: the reason", not "${printable(shorten(line.trim()))}".`);
    }
    const number = Number(digits);
    if (reason.trim() === '') return err(`${place} has no reason: write "${number}: the reason".`);
    if (found.has(number)) return err(`${place} names case ${number} again.`);
    found.set(number, reason.trim());
  }
  return ok(found);
}
