// @ts-check
// Splits JSON into tokens. Numbers stay text, so that no digit is lost.

/**
 * @typedef {'space' | 'string' | 'number' | 'punctuation' | 'word'} TokenKind
 * @typedef {{ readonly kind: TokenKind, readonly text: string }} Token
 */

/**
 * Splits a text into tokens that together are the whole text, even if it is not JSON: anything unknown is a word, and an
 * unterminated string goes on to the end of the text.
 *
 * @param {string} text
 * @returns {Token[]}
 */
export function jsonTokens(text) {
  /** @type {Token[]} */
  const tokens = [];
  let start = 0;
  while (start < text.length) {
    const end = text[start] === '"' ? endOfString(text, start) : endOfOther(text, start);
    const found = text.slice(start, end);
    tokens.push({ kind: kindOf(found), text: found });
    start = end;
  }
  return tokens;
}

/**
 * @param {string} text
 * @param {number} start
 */
function endOfString(text, start) {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}

const other = /[ \t\n\r]+|[{}[\],:]|[^ \t\n\r"{}[\],:]+/y;

/**
 * @param {string} text
 * @param {number} start
 */
function endOfOther(text, start) {
  other.lastIndex = start;
  other.test(text);
  return other.lastIndex;
}

/**
 * @param {string} token
 * @returns {TokenKind}
 */
function kindOf(token) {
  if (token.startsWith('"')) return 'string';
  if (/^[ \t\n\r]/.test(token)) return 'space';
  if (/^[{}[\],:]/.test(token)) return 'punctuation';
  return /^-?[0-9]/.test(token) ? 'number' : 'word';
}
