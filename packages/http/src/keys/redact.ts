/** Masks the keys in a text. */
export type Redact = (text: string) => string;

/** Replaces each key. */
export const redactedKey = '***';

/** A key of at least this length is masked inside words too. A shorter one, such as `dev`, occurs inside words by chance. */
const minLengthInsideWords = 12;

/** A letter, a digit or `_`. A word also continues after `.` or `-` if such a character follows, as in `dev.example` and `my-dev`. */
const wordCharacter = String.raw`[\p{L}\p{N}_]`;

/** Matches after an escape, such as `%20` or `\n`. The characters of an escape do not belong to the word that follows. */
const escapeBefore = String.raw`(?<=%[\da-fA-F]{2}|\\u[\da-fA-F]{4}|\\[bfnrt])`;

const startOfWord = String.raw`(?:${escapeBefore}|(?<!${wordCharacter}|${wordCharacter}[.-]))`;
const endOfWord = String.raw`(?!${wordCharacter}|[.-]${wordCharacter})`;

/**
 * Makes a function that masks API keys in a text: plain, percent-encoded as in a URL, and escaped as in JSON. It masks a key of
 * fewer than 12 characters only as a whole word. Use it on texts from outside only: our own sentences may contain the word that
 * is a key, such as `pet`.
 *
 * @param keys each of visible ASCII characters
 */
export function createRedact(keys: readonly string[]): Redact {
  const longestFirst = [...keys].sort((a, b) => b.length - a.length);
  const spellings = longestFirst.flatMap((key) =>
    [matchAnySpelling, matchLiteral].map((spell) => {
      const spelled = Array.from(key, spell).join('');
      return key.length < minLengthInsideWords ? `${startOfWord}${spelled}${endOfWord}` : spelled;
    }),
  );
  const pattern = new RegExp(spellings.join('|'), 'gu');
  return (text) => text.replace(pattern, redactedKey);
}

/**
 * Matches a character as `%2D`, as `\u002d`, escaped by a backslash as in JSON, or as it is. Of two backslashes the first always
 * escapes the second. Matching them both ways would backtrack exponentially.
 */
function matchAnySpelling(character: string): string {
  const anyCase = toHex(character).replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
  const itself = matchLiteral(character);
  const escaped = '"\\/'.includes(character) ? String.raw`\\${itself}|` : '';
  const alone = character === '\\' ? `${itself}(?!${itself})` : itself;
  return String.raw`(?:%${anyCase}|\\u00${anyCase}|${escaped}${alone})`;
}

/** Matches a character as it is, even one with a meaning in regular expressions. */
function matchLiteral(character: string): string {
  return String.raw`\x${toHex(character)}`;
}

function toHex(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(2, '0');
}
