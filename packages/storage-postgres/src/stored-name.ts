/**
 * A `text` column can hold any character except U+0000, which is stored as ␀ (U+2400, SYMBOL FOR NULL). A ␀ in the name itself,
 * and the escape character ␛ (U+241B), are stored with a ␛ before them. Every other name is stored as it is.
 */
const reserved = /[\0␀␛]/g;

/** Encodes a name for the column `name`. */
export function encodeName(name: string): string {
  return name.replace(reserved, (character) => (character === '\0' ? '␀' : `␛${character}`));
}

/** Decodes a name from the column `name`; the inverse of {@link encodeName}. */
export function decodeName(stored: string): string {
  return stored.replace(/␛([␀␛])|␀/g, (_, escaped: string | undefined) => escaped ?? '\0');
}
