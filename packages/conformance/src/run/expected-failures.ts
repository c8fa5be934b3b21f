import { err, ok, ResultAsync, type Result } from '@petstore/core';
import { readFile } from 'node:fs/promises';
import { caseNumbers } from '../cases/cases.ts';
import { printable, shorten } from '../observation/text.ts';

/** Reads the file of `--expected-failures`. The error is a sentence that names the option and the file. */
export async function readExpectedFailures(
  file: string | undefined,
): Promise<Result<ReadonlyMap<number, string>, string>> {
  if (file === undefined) return ok(new Map());
  return ResultAsync.fromPromise(readFile(file, 'utf8'), (error) => (error as Error).message)
    .andThen(parseExpectedFailures)
    .mapErr((reason) => `--expected-failures ${file}: ${reason}`);
}

/**
 * Parses the text of the file. A line is the number of a case, a colon (or a #), and the reason, such as `11: JSON.parse rounds`. A line
 * that begins with # is a comment.
 */
export function parseExpectedFailures(text: string): Result<ReadonlyMap<number, string>, string> {
  const found = new Map<number, string>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (/^\s*(?:#|$)/.test(line)) continue;
    const [, digits, reason = ''] = /^\s*(\d+)\s*(?:[:#](.*))?$/.exec(line) ?? [];
    const number = Number(digits);
    const where = `line ${index + 1}`;
    if (!caseNumbers.includes(number)) {
      return err(`${where} must be like "11: the reason", not "${printable(shorten(line.trim()))}".`);
    }
    if (reason.trim() === '') return err(`${where} has no reason: write "${number}: the reason".`);
    if (found.has(number)) return err(`${where} names case ${number} again.`);
    found.set(number, reason.trim());
  }
  return ok(found);
}
