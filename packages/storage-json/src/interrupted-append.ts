import { byte } from './json-bytes.ts';
import { closingBytes, layout, separatorBefore } from './pet-file-layout.ts';

/**
 * Whether what follows the last whole pet of a file is what an interrupted append, or an interrupted undoing of one, may
 * leave. Whatever it holds then was never acknowledged: an append writes over the closing from its first byte to its last,
 * and is acknowledged only when it is on the disk as a whole.
 *
 * A process that is killed leaves the first bytes of what it wrote, over the first bytes of the closing. A power cut may
 * leave any pages of it, and zeros for those that did not reach the disk: what follows a zero says nothing.
 *
 * @param rest from the end of the last whole pet, or from the opening bracket where there is none, to the end of the file
 * @param isFirst whether there is no whole pet
 */
export function isInterruptedAppend(rest: Uint8Array, isFirst: boolean): boolean {
  if (isFirst && rest.length < closingBytes.length) return false; // no append makes a file shorter, so none began here
  const append = Buffer.from(separatorBefore(isFirst) + layout.petStart);
  const isOfEither = (character: number, at: number) => character === closingBytes[at] || character === append[at];
  const hole = rest.indexOf(byte.zero);
  const written = hole < 0 ? rest : rest.subarray(0, hole);
  const overClosing = written.subarray(0, closingBytes.length);
  if (!overClosing.every(isOfEither)) return false;

  const beyond = latin1(written.subarray(closingBytes.length));
  const appended = append.toString('latin1', closingBytes.length);
  const isWhole = closingBytes.equals(overClosing);
  if (appended.startsWith(beyond)) return true;
  return beyond.startsWith(appended) && (isWhole || !beyond.includes('\n'));
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
