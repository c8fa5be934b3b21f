const hidden = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029\uFFFE\uFFFF]/gu;

/**
 * Shows the characters that a reader would not see, or that would act on a terminal or a page, as `\u001b`: control and format
 * characters, lone surrogates, and all others that XML does not allow. Line feeds and tabs stay.
 */
export function printable(text: string): string {
  return text.replace(hidden, (character) => {
    const digits = (character.codePointAt(0) ?? 0).toString(16).padStart(4, '0');
    return digits.length > 4 ? `\\u{${digits}}` : `\\u${digits}`;
  });
}

/** Makes one line of a text. */
export function oneLine(text: string): string {
  return printable(text).replace(/\s+/g, ' ').trim();
}

/** Shortens a text for a report. Mask it first: a part of a key is not found. */
export function shorten(text: string): string {
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}
