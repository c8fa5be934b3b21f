/**
 * A 64-bit signed integer, exact: a `number` if it is a safe integer, a `bigint` if it is not. Each value has exactly one
 * representation, so `===` works.
 */
export type Int64 = number | bigint;

export const INT64_MIN = -(2n ** 63n);
export const INT64_MAX = 2n ** 63n - 1n;

/**
 * Converts an integer to its one representation as an `Int64`.
 *
 * @example
 * ```ts
 * toInt64(5n); // 5
 * toInt64(2n ** 53n); // 9007199254740992n
 * toInt64(2 ** 53); // undefined: this number may already have lost its last digits
 * ```
 *
 * @returns the integer; `undefined` for a fraction, NaN, a value out of range, another type and an unsafe `number`
 */
export function toInt64(value: unknown): Int64 | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value + 0 : undefined; // -0 + 0 is 0
  if (typeof value !== 'bigint' || value < INT64_MIN || value > INT64_MAX) return undefined;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

const canonicalDecimal = /^(?:0|-?[1-9][0-9]{0,18})$/;

/**
 * Parses the canonical decimal text of an integer: digits without a leading zero, optionally after a minus sign.
 *
 * @example
 * ```ts
 * parseInt64('9007199254740993'); // 9007199254740993n
 * parseInt64('007'); // undefined
 * ```
 *
 * @returns the integer; `undefined` for any other text and for a value out of range
 */
export function parseInt64(text: string): Int64 | undefined {
  if (!canonicalDecimal.test(text)) return undefined;
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : toInt64(BigInt(text));
}
