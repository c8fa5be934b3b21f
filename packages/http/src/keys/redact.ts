/** Replaces the API keys in a text. */
export type Redact = (text: string) => string;

export const redactedKey = '***';

/** From this length on, a key is redacted anywhere. A shorter one only as a whole word: `dev` stands inside `developer`. */
const minLengthInsideWords = 12;

/** A letter, a digit or `_`. `dev.example` and `my-dev` are one word each. */
const wordCharacter = String.raw`[\p{L}\p{N}_]`;

/** Matches after an escape, such as `%20` or `\n`. The characters of an escape do not belong to the word that follows. */
const escapeBefore = String.raw`(?<=%[\da-fA-F]{2}|\\u[\da-fA-F]{4}|\\[bfnrt])`;

const startOfWord = new RegExp(`(?:${escapeBefore}|(?<!${wordCharacter}|${wordCharacter}[.-]))`, 'uy');
const endOfWord = new RegExp(`(?!${wordCharacter}|[.-]${wordCharacter})`, 'uy');

/** Matches a visible ASCII character that is encoded as in a URL or escaped as in JSON, also in JSON within JSON (`\\u006b`). */
const escapePattern = /(?:%|\\u00)([2-7][\da-fA-F])|\\(["/]|\\(?!u00[2-7][\da-fA-F]))/g;

interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * Makes a function that redacts API keys in a text: plain, percent-encoded as in a URL, and escaped as in JSON. It redacts a key of
 * fewer than 12 characters only as a whole word. Use it on texts from outside only: our own sentences may contain the word that
 * is a key, such as `pet`.
 */
export function createRedact(keys: readonly string[]): Redact {
  // A key may itself contain `%41`. Look for it as written and decoded.
  const forms = new Set(keys.flatMap((key) => [key, decode(key).text]));
  return (text) => {
    const found = [...forms].flatMap((key) => findKey(key, text, text));
    if (/[%\\]/.test(text)) {
      const { text: decoded, starts } = decode(text);
      found.push(...[...forms].flatMap((key) => findKey(key, decoded, text, starts)));
    }
    return replaceRanges(text, found);
  };
}

/** Finds a key in a text. `searched` is the text, or its decoded form with its `starts`. */
function findKey(key: string, searched: string, text: string, starts?: Uint32Array): readonly Range[] {
  const found: Range[] = [];
  let at = searched.indexOf(key);
  while (at !== -1) {
    const range = { start: starts?.[at] ?? at, end: starts?.[at + key.length] ?? at + key.length };
    const isKey = key.length >= minLengthInsideWords || isWord(text, range);
    if (isKey) found.push(range);
    at = searched.indexOf(key, at + (isKey ? key.length : 1));
  }
  return found;
}

function isWord(text: string, { start, end }: Range): boolean {
  startOfWord.lastIndex = start;
  endOfWord.lastIndex = end;
  return startOfWord.test(text) && endOfWord.test(text);
}

/**
 * Decodes a text, once: `a%20b` to `a b`. `starts` says where each character of the result is in the text, and where the text ends: 0, 1,
 * 4, 5.
 */
function decode(text: string): { readonly text: string; readonly starts: Uint32Array } {
  const starts = new Uint32Array(text.length + 1);
  let length = 0;
  let end = 0;
  const copyUntil = (next: number) => {
    while (end < next) starts[length++] = end++;
  };
  const decoded = text.replace(escapePattern, (escape: string, hex: string | undefined, itself: string, at: number) => {
    copyUntil(at);
    starts[length++] = at;
    end = at + escape.length;
    return hex === undefined ? itself : String.fromCharCode(parseInt(hex, 16));
  });
  copyUntil(text.length + 1);
  return { text: decoded, starts };
}

/** Replaces ranges by the mark of a key. Ranges that overlap are replaced together. */
function replaceRanges(text: string, ranges: readonly Range[]): string {
  if (ranges.length === 0) return text;
  let replaced = '';
  let end = 0;
  for (const range of [...ranges].sort((a, b) => a.start - b.start)) {
    if (range.start >= end) replaced += text.slice(end, range.start) + redactedKey;
    end = Math.max(end, range.end);
  }
  return replaced + text.slice(end);
}
