import { dirname } from 'node:path';
import { createFile, hasCode, syncDirectory, type FileSystem } from './file-system.ts';
import { footer, maximumBatch, separator } from './pet-file-layout.ts';

/** A report of what was cut off a torn file. */
export interface TornEnd {
  /** How many bytes were cut off; 0 if only the closing brackets were missing. */
  readonly bytes: number;
  /** The file that keeps them; `undefined` if there are none. */
  readonly path: string | undefined;
  /** How many pets remain. */
  readonly pets: number;
}

/** Says what was cut off the torn file at a path, and what to do. */
export function describeTornEnd(path: string, { bytes, path: keptIn, pets }: TornEnd): string {
  const end = keptIn === undefined ? 'only its closing brackets were missing' : `${bytes} bytes, kept in ${keptIn}`;
  return `The torn end of ${path} was cut off: ${end}. Pets that remain: ${pets}. If the file is an incomplete copy, stop and restore the whole one.`;
}

/**
 * Whether a crash during an append, or while an append was undone, can leave `rest` after the last whole pet, such as
 * `,\n{"id":7,"na`. No pet of the last batch was acknowledged, because all of it was not yet on the disk; its whole pets stay.
 *
 * A killed process leaves the first bytes of the append, over the first bytes of the footer. A power cut leaves any of the
 * pages that were written; the others keep their old bytes, which are zeros beyond the old end. Anything else is damage.
 *
 * @param rest from the end of the last whole pet, or of the header if there is none, to the end of the file
 * @param isFirst whether no pet comes before it
 */
export function isTornAppend(rest: Buffer, isFirst: boolean): boolean {
  const append = Buffer.from(`${separator(isFirst)}{"id":`);
  const written = beforeHole(rest);
  const overFooter = written.subarray(0, footer.length);
  const isAppendOrFooter = overFooter.every((byte, at) => byte === append[at] || byte === footer[at]);

  const expected = append.toString('latin1', footer.length);
  const beyond = written.toString('latin1', footer.length);
  const continuesAppend = expected.startsWith(beyond) || beyond.startsWith(expected);
  // A line that begins and ends as an append does is whole. If it were a pet, it would not be in the rest: it is damaged.
  const hasWholeLines = beyond.includes('\n') && overFooter.equals(append.subarray(0, footer.length));
  return isAppendOrFooter && continuesAppend && !hasWholeLines;
}

/**
 * Returns the bytes before the first zero. JSON has no zero byte, and batches are written one after the other, so the first
 * zero and what follows belong to the last batch. If more lines follow than a batch and the footer have, the zeros are damage,
 * and the file is refused.
 */
function beforeHole(rest: Buffer): Buffer {
  const hole = rest.indexOf(0);
  if (hole < 0) return rest;
  let lines = 0;
  for (let at = rest.indexOf('\n', hole); at >= 0; at = rest.indexOf('\n', at + 1)) lines++;
  return lines <= maximumBatch + 2 ? rest.subarray(0, hole) : rest;
}

/**
 * Copies a torn end to a new file beside its file: `pets.json.torn`, or `pets.json.torn.1` and so on if that exists. After a
 * crash before the torn file is repaired, the next opening makes another copy.
 *
 * @returns its path, once it is on the disk; `undefined` if there are no bytes
 */
export async function keepTornEnd(
  fileSystem: FileSystem,
  realPath: string,
  bytes: Uint8Array,
): Promise<string | undefined> {
  if (bytes.length === 0) return undefined;
  for (let count = 0; ; count++) {
    const path = `${realPath}.torn${count === 0 ? '' : `.${count}`}`;
    try {
      await createFile(fileSystem, path, bytes, async (file) => {
        await file.sync();
        await syncDirectory(fileSystem, dirname(path));
        await file.close();
      });
      return path;
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
  }
}
