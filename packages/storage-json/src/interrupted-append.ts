import { layout, separatorBefore } from './pet-file-layout.ts';

/**
 * Whether what follows the last whole pet of a file is what an interrupted append, or an interrupted undoing of one, may
 * leave. Whatever it holds then was never acknowledged: an append writes over the closing from its first byte to its last,
 * and only a write that is on the disk as a whole is acknowledged.
 *
 * A process that is killed leaves the first bytes of what it wrote, over the first bytes of the closing. A power cut may
 * also leave a file that has its new length and zeros for what did not reach the disk.
 *
 * @param rest from the end of the last whole pet, or from the opening bracket where there is none, to the end of the file
 * @param isFirst whether there is no whole pet
 */
export function isInterruptedAppend(rest: Uint8Array, isFirst: boolean): boolean {
  const closing = layout.closing;
  const append = separatorBefore(isFirst) + layout.petStart;
  const left = latin1(withoutTrailingZeros(rest));

  // The old closing is whole, and what follows it is of an append that began behind it.
  if (left.startsWith(`${closing}\0`) || left.startsWith(closing + append.slice(closing.length))) return true;
  if (left === closing) return rest.length > closing.length;

  // Pets were written whole, but the closing was not.
  if (closing.startsWith(left)) return true;

  for (let overlap = 0; overlap <= closing.length; overlap++) {
    // The first bytes of an append over the old closing, or of the old closing put back over an append.
    if (left === append.slice(0, overlap) + closing.slice(overlap)) return true;
    if (beginsLine(left, closing.slice(0, overlap) + append.slice(overlap))) return true;
  }
  return false;
}

/** Whether a text is the first part of a line that begins in a certain way, which may itself hold line breaks. */
function beginsLine(text: string, beginning: string): boolean {
  return beginning.startsWith(text) || (text.startsWith(beginning) && !text.includes('\n', beginning.length));
}

function withoutTrailingZeros(bytes: Uint8Array): Uint8Array {
  let length = bytes.length;
  while (bytes[length - 1] === 0) length--;
  return bytes.subarray(0, length);
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
