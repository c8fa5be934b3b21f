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
  const spellings = longestFirst.flatMap((key) => [Array.from(key, anySpelling), Array.from(key, asItIs)]);
  const pattern = new RegExp(spellings.map((characters) => characters.join('')).join('|'), 'g');
  return (text) => text.replace(pattern, mask);
}

/**
 * Matches a character as `%2D`, as `\u002d`, escaped by a backslash as in JSON, or as it is. Of two backslashes the first always
 * escapes the second: if it might also be itself, the time for many of them would be exponential.
 */
function anySpelling(character: string): string {
  const anyCase = hexOf(character).replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
  const itself = asItIs(character);
  const escaped = '"\\/'.includes(character) ? String.raw`\\${itself}|` : '';
  const alone = character === '\\' ? `${itself}(?!${itself})` : itself;
  return String.raw`(?:%${anyCase}|\\u00${anyCase}|${escaped}${alone})`;
}

/** Matches a character, which may have a meaning in an expression, as it is. */
function asItIs(character: string): string {
  return String.raw`\x${hexOf(character)}`;
}

function hexOf(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(2, '0');
}
