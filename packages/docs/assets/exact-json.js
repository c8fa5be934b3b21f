// @ts-check
import { jsonTokens } from './json-tokens.js';

/**
 * A JSON value whose integers are exact: a number where it is a safe integer or a fraction, a bigint beyond.
 * @typedef {null | boolean | number | bigint | string | ExactJsonArray | ExactJsonObject} ExactJson
 * @typedef {{ [name: string]: ExactJson }} ExactJsonObject
 * @typedef {ExactJson[]} ExactJsonArray
 */

/**
 * Parses JSON as `JSON.parse` does, but gives an integer beyond the safe ones as a bigint, exact.
 *
 * @param {string} text
 * @returns {ExactJson}
 * @throws SyntaxError for a text that is no JSON
 */
export function parseExactJson(text) {
  JSON.parse(text); // throws for what is no JSON, so that the walk below meets none
  const tokens = jsonTokens(text).filter(({ kind }) => kind !== 'space');
  let next = 0;

  /** @returns {ExactJson} */
  const value = () => {
    const token = tokens[next++]?.text ?? '';
    if (token === '[') return array();
    if (token === '{') return object();
    return scalar(token);
  };
  const array = () => {
    /** @type {ExactJson[]} */
    const items = [];
    while (tokens[next]?.text !== ']') {
      items.push(value());
      if (tokens[next]?.text === ',') next += 1;
    }
    next += 1;
    return items;
  };
  const object = () => {
    /** @type {[string, ExactJson][]} */
    const entries = [];
    while (tokens[next]?.text !== '}') {
      const name = String(JSON.parse(tokens[next]?.text ?? ''));
      next += 2; // the name and its colon
      entries.push([name, value()]);
      if (tokens[next]?.text === ',') next += 1;
    }
    next += 1;
    return Object.fromEntries(entries);
  };
  return value();
}

/**
 * Writes a value as JSON, a bigint as an integer.
 *
 * @param {ExactJson} value
 * @returns {string}
 */
export function exactJsonText(value) {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return `[${value.map(exactJsonText).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${exactJsonText(member)}`);
  return `{${members.join(',')}}`;
}

/**
 * @param {string} token
 * @returns {ExactJson}
 */
function scalar(token) {
  const isLongInteger = /^-?[0-9]+$/.test(token) && !Number.isSafeInteger(Number(token));
  return isLongInteger ? BigInt(token) : /** @type {ExactJson} */ (JSON.parse(token));
}
