import { byte } from './json-bytes.ts';
import { closingBytes, layout, separatorBefore } from './pet-file-layout.ts';

/**
 * Whether what follows the last whole pet of a file is what an interrupted append, or an interrupted undoing of one, may
 * leave. Whatever it holds then was never acknowledged: an append writes over the closing from its first byte to its last,
 * and is acknowledged only when it is on the disk as a whole.
 *
 * A process that is killed leaves the first bytes of what it wrote, over the first bytes of the closing. A power cut may
 * also leave a file that has its new length, and zeros for what did not reach the disk. Where zeros stand between whole
 * pets there is no telling who put them there, and the file is taken to be damaged.
 *
 * @param rest from the end of the last whole pet, or from the opening bracket where there is none, to the end of the file
 * @param isFirst whether there is no whole pet
 */
export function isInterruptedAppend(rest: Uint8Array, isFirst: boolean): boolean {
  if (isFirst && rest.length < closingBytes.length) return false; // no append makes a file shorter, so none began here
  const append = Buffer.from(separatorBefore(isFirst) + layout.petStart);
  const isOfEither = (character: number, at: number) =>
    character === byte.zero || character === closingBytes[at] || character === append[at];
  const overClosing = rest.subarray(0, closingBytes.length);
  if (!overClosing.every(isOfEither)) return false;

  const beyond = latin1(withoutTrailingZeros(rest.subarray(closingBytes.length)));
  const appended = append.toString('latin1', closingBytes.length);
  const isWhole = closingBytes.equals(overClosing);
  if (isWhole && rest[closingBytes.length] === byte.zero) return true; // so what follows was written behind the closing
  if (appended.startsWith(beyond)) return true;
  return beyond.startsWith(appended) && (isWhole || !beyond.includes('\n'));
}

function withoutTrailingZeros(bytes: Uint8Array): Uint8Array {
  let length = bytes.length;
  while (bytes[length - 1] === byte.zero) length--;
  return bytes.subarray(0, length);
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
