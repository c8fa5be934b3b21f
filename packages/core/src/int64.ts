/**
 * A 64-bit signed integer, exact: a `number` if it is a safe integer, a `bigint` if it is not. Each value has exactly one
 * representation, so `===` works.
 */
export type Int64 = number | bigint;

/** The least 64-bit signed integer, -2^63. */
export const INT64_MIN = -(2n ** 63n);

/** The greatest 64-bit signed integer, 2^63 - 1. */
export const INT64_MAX = 2n ** 63n - 1n;

/**
 * Converts an integer to its one representation as an {@link Int64}.
 *
 * @returns the integer; `undefined` for anything else: a fraction, NaN, a value out of range, another type, or a `number`
 *   beyond the safe integers, which may already have lost its last digits
 */
export function toInt64(value: unknown): Int64 | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value + 0 : undefined; // -0 + 0 is 0
  if (typeof value !== 'bigint' || value < INT64_MIN || value > INT64_MAX) return undefined;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

const canonicalDecimal = /^(?:0|-?[1-9][0-9]{0,18})$/;

/**
 * Reads an integer from its canonical decimal text: digits without a leading zero, optionally after a minus sign.
 *
 * @returns the integer; `undefined` for any other text and for a value out of range
 */
export function parseInt64(text: string): Int64 | undefined {
  if (!canonicalDecimal.test(text)) return undefined;
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : toInt64(BigInt(text));
}
