import { parse, stringify } from 'lossless-json';
import { err, ok, type Result } from 'neverthrow';

/** The text is not JSON, or is nested too deep. */
export interface InvalidJson {
  readonly code: 'invalid_json';
  /** What is wrong and where, for people; it may change between releases. */
  readonly message: string;
}

/**
 * How deep arrays and objects may be nested (RFC 8259, section 9, lets a parser set a limit). Without a limit, `JSON.parse`
 * returns values on which `JSON.stringify` and `stringifyJson` overflow the stack: on Node 20 from 4,100 and 3,400 levels.
 */
const maxDepth = 512;

/**
 * Reads a JSON text without losing an integer: each one is a `number` if it is safe and a `bigint` beyond, whatever its
 * notation (`1.0` and `1e2` are integers). A fraction that would round to an integer becomes NaN, so that validation refuses it.
 * Every other value is what `JSON.parse` returns. An integer of more than 19 digits that is written with a fraction or an
 * exponent stays a `number`.
 *
 * @returns the value; InvalidJson for ill-formed text and for more than 512 levels of nesting
 */
export function parseJson(text: string): Result<unknown, InvalidJson> {
  try {
    const value: unknown = mayHoldInexactNumber.test(text) ? parse(text, undefined, losslessOptions) : JSON.parse(text);
    return text.length > maxDepth && isDeeperThan(maxDepth, value) ? err(tooDeep) : ok(value);
  } catch (error) {
    // JSON.parse accepts any depth. The lossless parser recurses, and overflows the stack with a RangeError.
    return err(error instanceof RangeError ? tooDeep : invalidJson((error as Error).message));
  }
}

/**
 * Writes a value as JSON text as `JSON.stringify` does, and a `bigint` as a JSON integer. If `JSON.stringify` would return
 * `undefined`, as it does for a function, the text is `null`.
 *
 * @throws if `JSON.stringify` would: for a cycle or a getter that throws
 */
export function stringifyJson(value: unknown): string {
  return stringify(value) ?? 'null';
}

function invalidJson(message: string): InvalidJson {
  // JSON.parse quotes the text in its message.
  return { code: 'invalid_json', message: message.length > 200 ? `${message.slice(0, 200)}…` : message };
}

const tooDeep = invalidJson(`It is nested deeper than ${maxDepth} levels.`);

/** Whether arrays and objects are nested deeper than this. It recurses no deeper, so it never overflows the stack. */
function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}

/**
 * Matches a text that may hold a number which `JSON.parse` would round to an integer. Such a number has at least 16
 * characters or an exponent. Digits in a string match too: they only cost the slower parser.
 */
const mayHoldInexactNumber = /[0-9](?:[0-9.]{15}|[eE])/;

/** As in `JSON.parse`, the last of several members with the same name wins. */
const losslessOptions = {
  parseNumber: exactNumber,
  onDuplicateKey: ({ newValue }: { readonly newValue: unknown }) => newValue,
};

/** Returns the exact value of a JSON number if it is an integer. */
function exactNumber(text: string): number | bigint {
  const rounded = Number(text);
  if (/^-?[0-9]+$/.test(text)) return Number.isSafeInteger(rounded) ? rounded : BigInt(text);

  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = `${whole}${fraction}`.replace(/^-?0*/, '');
  const significant = withoutTrailingZeros(digits);
  if (significant === '') return rounded;
  const zeros = Number(exponent) - fraction.length + (digits.length - significant.length);
  if (zeros < 0) return Number.isInteger(rounded) ? NaN : rounded;
  if (Number.isSafeInteger(rounded) || significant.length + zeros > 19) return rounded;
  const exact = BigInt(`${significant}${'0'.repeat(zeros)}`);
  return rounded < 0 ? -exact : exact;
}

/** Not `/0+$/`, which takes quadratic time for a long run of zeros before another digit. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}
