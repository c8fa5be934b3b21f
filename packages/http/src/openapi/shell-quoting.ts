/** Quotes a text for a POSIX shell, in which `$` and backticks are expanded between double quotes. */
export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Quotes a text for a POSIX shell if a shell would read it as anything but one plain word. */
export function quoteIfNeeded(text: string): string {
  return /^[\w./:=@%+-]+$/.test(text) ? text : quoteForShell(text);
}
