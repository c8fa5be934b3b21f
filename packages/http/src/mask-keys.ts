/** Takes secrets out of a text. */
export type Redact = (text: string) => string;

export const mask = '***';

/** A key of at least this length is masked inside a word too: a shorter one, such as `dev`, occurs there by chance. */
const minLengthInsideWords = 12;

/** What continues a word: a letter, a digit or `_`, or such a character behind `.` or `-`, as in `dev.example` and `my-dev`. */
const wordCharacter = String.raw`[\p{L}\p{N}_]`;

/** The end of an escape, such as `%20` and `\n`: its letters and digits are no part of the word that follows. */
const escapeBefore = String.raw`(?<=%[\da-fA-F]{2}|\\u[\da-fA-F]{4}|\\[bfnrt])`;

const startOfWord = String.raw`(?:${escapeBefore}|(?<!${wordCharacter}|${wordCharacter}[.-]))`;
const endOfWord = String.raw`(?!${wordCharacter}|[.-]${wordCharacter})`;

/**
 * Masks API keys by their value, plain, percent-encoded as in a URL, and escaped as in JSON. A key of fewer than 12 characters
 * is masked only as a whole word. Use it on texts that came from outside: our own sentences may contain a key such as `pet`.
 *
 * @param keys visible ASCII
 */
export function createRedact(keys: readonly string[]): Redact {
  const longestFirst = [...keys].sort((a, b) => b.length - a.length);
  const spellings = longestFirst.flatMap((key) =>
    [anySpelling, asItIs].map((spell) => {
      const spelled = Array.from(key, spell).join('');
      return key.length < minLengthInsideWords ? `${startOfWord}${spelled}${endOfWord}` : spelled;
    }),
  );
  const pattern = new RegExp(spellings.join('|'), 'gu');
  return (text) => text.replace(pattern, mask);
}

/**
 * Matches a character as `%2D`, as `\u002d`, escaped by a backslash as in JSON, or as it is. Of two backslashes the first always
 * escapes the second: matching it both ways would backtrack exponentially.
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
