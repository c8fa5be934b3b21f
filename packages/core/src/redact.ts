/** Takes secrets out of a text. */
export type Redact = (text: string) => string;

export const mask = '***';

/**
 * Masks API keys by their value, plain, percent-encoded as in a URL, and escaped as in JSON.
 *
 * @param keys visible ASCII
 */
export function createRedact(keys: readonly string[]): Redact {
  const longestFirst = [...keys].sort((a, b) => b.length - a.length);
  const spellings = longestFirst.flatMap((key) =>
    [spelledInJson, spelledInUrl].map((spelled) => Array.from(key, spelled)),
  );
  const pattern = new RegExp(spellings.map((characters) => characters.join('')).join('|'), 'g');
  return (text) => text.replace(pattern, mask);
}

/**
 * Matches a character in JSON: as `\u002d`, escaped by a backslash, or as it is. Of two backslashes the first always escapes the
 * second: if it might also be itself, the time for many of them would be exponential.
 */
function spelledInJson(character: string): string {
  const { itself, hex } = parts(character);
  const escaped = '"\\/'.includes(character) ? String.raw`\\${itself}|` : '';
  return String.raw`(?:\\u00${hex}|${escaped}${itself}${character === '\\' ? String.raw`(?!\\)` : ''})`;
}

/** Matches a character in a URL or in plain text: as it is, or as `%2D`. */
function spelledInUrl(character: string): string {
  const { itself, hex } = parts(character);
  return `(?:%${hex}|${itself})`;
}

/** What matches a character as it is, and its code as two hexadecimal digits of any case. */
function parts(character: string) {
  const hex = character.charCodeAt(0).toString(16).padStart(2, '0');
  return {
    itself: `\\u00${hex}`,
    hex: hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`),
  };
}
