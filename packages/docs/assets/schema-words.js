// @ts-check
// What a JSON Schema says, in words for people.

/**
 * @typedef {import('./exact-json.js').ExactJson} ExactJson
 * @typedef {{
 *   $ref?: string,
 *   type?: string,
 *   format?: string,
 *   description?: string,
 *   enum?: (string | number | bigint)[],
 *   const?: ExactJson,
 *   default?: string | number | bigint | boolean,
 *   minimum?: number | bigint,
 *   maximum?: number | bigint,
 *   maxItems?: number,
 *   items?: Schema,
 *   properties?: Record<string, Schema>,
 *   required?: string[],
 * }} Schema
 */

/**
 * The type: `integer, int64`.
 *
 * @param {Schema} schema
 */
export function typeWords({ type = 'any', format }) {
  return format === undefined ? type : `${type}, ${format}`;
}

/**
 * What a value is held to, bounds to the last digit: `1 to 100`.
 *
 * @param {Schema} schema
 * @returns {string | undefined}
 */
export function boundWords({ enum: choices, format, minimum, maximum }) {
  if (format === 'int64') {
    minimum ??= -(2n ** 63n);
    maximum ??= 2n ** 63n - 1n;
  }
  if (choices !== undefined) return `one of ${choices.map((choice) => `\`${String(choice)}\``).join(', ')}`;
  if (minimum !== undefined && maximum !== undefined) return `${withMinus(minimum)} to ${withMinus(maximum)}`;
  if (minimum !== undefined) return `${withMinus(minimum)} or more`;
  if (maximum !== undefined) return `${withMinus(maximum)} or less`;
  return undefined;
}

/** @param {number | bigint} bound */
function withMinus(bound) {
  return String(bound).replace('-', '\u2212');
}
