/** Writes the words of a command for a POSIX shell, whatever characters are in them. */
export function quoteShellWords(...words: readonly string[]): string {
  return words.map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(' ');
}
