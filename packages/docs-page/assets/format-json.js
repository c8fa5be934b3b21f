/**
 * What TypeScript 5.9 does not know of `JSON` yet.
 * @typedef {{
 *   parse: (text: string, reviver: (name: string, value: unknown, context: { source: string }) => unknown) => unknown,
 *   rawJSON: (text: string) => unknown,
 * }} ExactJson
 */

/**
 * Lays out the JSON of a response, and keeps the digits of its numbers: JSON.parse alone rounds a 64-bit integer. Other text
 * stays as it is; so does all JSON in a browser from before 2025, which lacks `rawJSON`.
 *
 * @param {string} text
 */
export function formatJson(text) {
  try {
    const { parse, rawJSON } = /** @type {ExactJson} */ (/** @type {unknown} */ (JSON));
    const value = parse(text, (_name, part, { source }) => (typeof part === 'number' ? rawJSON(source) : part));
    return JSON.stringify(value, null, 2);
  } catch {
    return text;
  }
}
