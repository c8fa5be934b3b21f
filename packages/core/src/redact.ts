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
  const pattern = new RegExp(longestFirst.map((key) => Array.from(key, anySpelling).join('')).join('|'), 'g');
  return (text) => text.replace(pattern, mask);
}

/** Matches a character as it is, as `%2D` and as `\u002d`; JSON may also escape some by a backslash alone. */
function anySpelling(character: string): string {
  const hex = character.charCodeAt(0).toString(16).padStart(2, '0');
  const anyCase = hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
  const itself = `\\u${hex.padStart(4, '0')}`;
  // The longest spelling first: a key may end with the % or the backslash that another one begins with.
  return String.raw`(?:%${anyCase}|\\u00${anyCase}|${'"\\/'.includes(character) ? String.raw`\\?` : ''}${itself})`;
}
