import { err, ok, ResultAsync, type Result } from '@petstore/core';
import { readFile } from 'node:fs/promises';
import { printable, shorten } from './printable.ts';
import { requireRegularFile } from './report-files.ts';
import type { ReportOptions } from './report-line.ts';
import { caseNumbers } from '../cases/cases.ts';
import type { RunSettings } from '../settings.ts';

/** The reasons why cases are known to fail, by the number of the case. */
type KnownCases = ReadonlyMap<number, string>;

/**
 * Reads the files with the known cases.
 *
 * @returns what the reports need; else a sentence that names the option and the file
 */
export async function readReportOptions({
  strict,
  expectedFailures,
  knownFlaky,
}: RunSettings): Promise<Result<ReportOptions, string>> {
  const expected = await readKnownCases('expected-failures', expectedFailures);
  if (expected.isErr()) return err(expected.error);
  const flaky = await readKnownCases('known-flaky', knownFlaky);
  return flaky.andThen((reasons) => {
    const inBoth = [...reasons.keys()].find((number) => expected.value.has(number));
    if (inBoth === undefined) return ok({ strict, expectedFailures: expected.value, knownFlaky: reasons });
    return err(
      `--expected-failures and --known-flaky both name case ${inBoth}: if it may pass, name it in --known-flaky only.`,
    );
  });
}

/** Reads the file of an option. */
async function readKnownCases(option: string, file: string | undefined): Promise<Result<KnownCases, string>> {
  if (file === undefined) return ok(new Map<number, string>());
  return ResultAsync.fromPromise(readRegularFile(file), (error) => (error as Error).message)
    .andThen((text) => parseKnownCases(text, caseNumbers))
    .mapErr((reason) => `--${option} ${file}: ${reason}`);
}

async function readRegularFile(file: string): Promise<string> {
  await requireRegularFile(file);
  return readFile(file, 'utf8');
}

/**
 * Parses the text of a file with known cases. A line is the number of a case, a colon (or a #), and the reason, such as
 * `11: JSON.parse rounds`. A line that begins with # is a comment.
 *
 * @returns the reasons by the number of the case; else a sentence that names the line
 */
export function parseKnownCases(text: string, numbers: readonly number[]): Result<KnownCases, string> {
  const found = new Map<number, string>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (/^\s*(?:#|$)/.test(line)) continue;
    const [, digits, reason = ''] = /^\s*(\d+)\s*(?:[:#](.*))?$/.exec(line) ?? [];
    const where = `line ${index + 1}`;
    if (digits === undefined || !numbers.includes(Number(digits))) {
      return err(`${where} must be like "11: the reason", not "${printable(shorten(line.trim()))}".`);
    }
    const number = Number(digits);
    if (reason.trim() === '') return err(`${where} has no reason: write "${number}: the reason".`);
    if (found.has(number)) return err(`${where} names case ${number} again.`);
    found.set(number, reason.trim());
  }
  return ok(found);
}
