/**
 * A `text` column holds every character but U+0000. In its place stands ␀ (U+2400, SYMBOL FOR NULL); a ␀ that is a part of
 * the name itself, and the ␛ (U+241B) that says so, have a ␛ before them. Every other name is stored as it is.
 */
const reserved = /[\0␀␛]/g;

/** Writes a name as the column `name` holds it. */
export function encodeName(name: string): string {
  return name.replace(reserved, (character) => (character === '\0' ? '␀' : `␛${character}`));
}

/** Reads a name from the column `name`; it gives back what {@link encodeName} was given. */
export function decodeName(stored: string): string {
  return stored.replace(/␛([␀␛])|␀/g, (_, escaped: string | undefined) => escaped ?? '\0');
}
