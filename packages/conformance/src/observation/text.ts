const hidden = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029\uFFFE\uFFFF]/gu;

/**
 * Writes characters that a reader would not see, or that would control a terminal or a page, as `\u001b`: control and format
 * characters, lone surrogates, and all others that XML does not allow. Line feeds and tabs stay.
 */
export function printable(text: string): string {
  return text.replace(hidden, (character) => {
    const digits = (character.codePointAt(0) ?? 0).toString(16).padStart(4, '0');
    return digits.length > 4 ? `\\u{${digits}}` : `\\u${digits}`;
  });
}

export function oneLine(text: string): string {
  return printable(text).replace(/\s+/g, ' ').trim();
}

/** Returns the beginning of a text, on one line. */
export function excerpt(text: string, length: number): string {
  const line = oneLine(text.replaceAll('\r\n', ' '));
  return line.length > length ? `${line.slice(0, length)}…` : line;
}

/** How many characters a report shows of one text. */
const maxLength = 400;

/** Shortens a text for a report. Redact the text first: a key that is cut in two is not found. */
export function shorten(text: string): string {
  return text.length > maxLength ? `${text.slice(0, maxLength)}… (${text.length} characters)` : text;
}
