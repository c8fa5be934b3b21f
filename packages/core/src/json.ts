import { parse, stringify, type ParseOptions } from 'lossless-json';
import { err, ok, type Result } from 'neverthrow';

/** The text is not JSON, or is nested too deep. */
export interface InvalidJson {
  readonly code: 'invalid_json';
  /** What is wrong and where, for people; it may change between releases. */
  readonly message: string;
}

/**
 * How deep arrays and objects may be nested. `JSON.parse` has no such limit, but `JSON.stringify` and `stringifyJson` overflow the
 * stack from about 3,000 levels. RFC 8259, section 9, lets a parser set a limit.
 */
const maxDepth = 512;

/**
 * Parses a JSON text without losing an integer. A safe integer is a `number`, any other one is a `bigint`.
 *
 * - The notation does not matter: `1.0` and `1e2` are integers.
 * - A fraction that would round to an integer becomes NaN, so that validation refuses it.
 * - `1e30` stays a `number`, and 31 digits become a `bigint`: more than 19 digits are exact only without a fraction or an exponent.
 * - A number beyond 1.8e308 is Infinity, as for `JSON.parse`: a `bigint` of a million digits would take seconds.
 * - Every other value is what `JSON.parse` returns.
 *
 * @example
 * ```ts
 * parseJson('{"categoryId":9007199254740993}'); // Ok: { categoryId: 9007199254740993n }
 * parseJson('{"categoryId":'); // Err: code "invalid_json"
 * ```
 *
 * @returns the value; InvalidJson for ill-formed text and for more than 512 levels of nesting
 */
export function parseJson(text: string): Result<unknown, InvalidJson> {
  try {
    const value: unknown = JSON.parse(text);
    if (text.length > maxDepth && isDeeperThan(maxDepth, value)) return err(tooDeep);
    return ok(inexactNumberPattern.test(text) ? parse(text, undefined, exactly) : value);
  } catch (error) {
    // JSON.parse accepts any depth. lossless-json overflows the stack for a deep member that a later one replaces.
    return err(error instanceof RangeError ? tooDeep : invalidJson((error as Error).message));
  }
}

/**
 * Writes a value as JSON. It differs from `JSON.stringify` in two ways: a `bigint` becomes a JSON integer, and a value that has no
 * JSON form, such as a function, becomes `null`.
 *
 * @example
 * ```ts
 * stringifyJson({ categoryId: 9007199254740993n }); // '{"categoryId":9007199254740993}'
 * ```
 *
 * @throws where `JSON.stringify` throws: for a cycle and for a getter that throws
 */
export function stringifyJson(value: unknown): string {
  return stringify(value) ?? 'null';
}

function invalidJson(message: string): InvalidJson {
  // JSON.parse may quote the text in its message.
  return { code: 'invalid_json', message: message.length > 200 ? `${message.slice(0, 200)}…` : message };
}

const tooDeep = invalidJson(`It is nested deeper than ${maxDepth} levels.`);

/** Whether arrays and objects are nested deeper than a limit. It stops there, so it cannot overflow the stack. */
function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}

/**
 * Matches a text that may contain a number which `JSON.parse` would round to an integer. Such a number has at least 16 characters
 * or an exponent. Digits in a string match too, which only costs time.
 */
const inexactNumberPattern = /[0-9](?:[0-9.]{15}|[eE])/;

/** As for `JSON.parse`: the last of two equal names counts. */
const exactly: ParseOptions = { parseNumber, onDuplicateKey: ({ newValue }) => newValue };

/** Parses a JSON number. An integer stays exact. */
function parseNumber(text: string): number | bigint {
  const rounded = Number(text);
  if (!Number.isFinite(rounded)) return rounded; // `1e999`
  if (/^-?[0-9]+$/.test(text)) return Number.isSafeInteger(rounded) ? rounded : BigInt(text); // `12`

  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = `${whole}${fraction}`.replace(/^-?0*/, '');
  const significant = trimTrailingZeros(digits); // `123` of `12.30e5`
  if (significant === '') return rounded; // `0.0`
  const zeros = Number(exponent) - fraction.length + (digits.length - significant.length); // the zeros after `significant`: 4
  if (zeros < 0) return Number.isInteger(rounded) ? NaN : rounded; // a fraction: `1.5`
  if (Number.isSafeInteger(rounded) || significant.length + zeros > 19) return rounded; // `1e2`, `1e30`
  const exact = BigInt(`${significant}${'0'.repeat(zeros)}`);
  return rounded < 0 ? -exact : exact; // `9007199254740993.0`
}

/** A loop, because `/0+$/` takes quadratic time if another digit follows a long run of zeros. */
function trimTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}
