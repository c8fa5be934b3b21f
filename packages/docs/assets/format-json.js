// @ts-check
import { jsonTokens } from './json-tokens.js';

/**
 * @typedef {import('./json-tokens.js').TokenKind | 'key'} PieceKind
 * @typedef {{ readonly kind: PieceKind, readonly text: string }} Piece
 */

const indentation = '  ';

/** Deeper levels are not indented further, so that a deeply nested text stays small. */
const deepestIndentation = 32;

/**
 * Formats JSON for people, as pieces that together are the new text. Only the space between tokens changes, even if the text
 * is not JSON.
 *
 * @param {string} text
 * @returns {Piece[]}
 */
export function formatJson(text) {
  const tokens = jsonTokens(text).filter(({ kind }) => kind !== 'space');
  /** @type {Piece[]} */
  const pieces = [];
  let depth = 0;
  for (const [index, token] of tokens.entries()) {
    const previous = tokens[index - 1];
    if (closes(token)) depth = Math.max(0, depth - 1);
    const space = previous === undefined ? '' : spaceBetween(previous, token, depth);
    if (space !== '') pieces.push({ kind: 'space', text: space });
    const isKey = token.kind === 'string' && tokens[index + 1]?.text === ':';
    pieces.push(isKey ? { kind: 'key', text: token.text } : token);
    if (opens(token)) depth += 1;
  }
  return pieces;
}

/**
 * @param {import('./json-tokens.js').Token} previous
 * @param {import('./json-tokens.js').Token} token
 * @param {number} depth
 */
function spaceBetween(previous, token, depth) {
  if (opens(previous) && closes(token)) return '';
  if (opens(previous) || closes(token) || previous.text === ',') {
    return `\n${indentation.repeat(Math.min(depth, deepestIndentation))}`;
  }
  if (previous.text === ':') return ' ';
  return previous.kind === 'punctuation' || token.kind === 'punctuation' ? '' : ' ';
}

/** @param {import('./json-tokens.js').Token} token */
function opens({ text }) {
  return text === '{' || text === '[';
}

/** @param {import('./json-tokens.js').Token} token */
function closes({ text }) {
  return text === '}' || text === ']';
}
