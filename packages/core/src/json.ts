import { parse, stringify } from 'lossless-json';
import { err, ok, type Result } from 'neverthrow';
import { toInt64 } from './int64.ts';

/** The text is no JSON, or is nested too deep. */
export interface InvalidJson {
  readonly code: 'invalid_json';
  /** What is wrong and where, for people; it may change between releases. */
  readonly message: string;
}

/** How deep arrays and objects may be nested in a JSON text (RFC 8259, section 9 lets a parser set a limit). */
export const MAX_JSON_DEPTH = 512;

/**
 * Reads a JSON text without losing an integer: each one comes back as a `number` where it is safe and as a `bigint`
 * beyond, whatever its notation (`1.0` and `1e2` are integers). Every other value is what `JSON.parse` gives, except that
 * a fraction which a `number` would round to an integer is NaN. An integer of more than 19 digits in a notation with a
 * fraction or an exponent stays a `number`.
 *
 * @returns the value; InvalidJson for ill-formed text, for nesting deeper than {@link MAX_JSON_DEPTH} and for anything that
 *   is no string
 */
export function parseJson(text: string): Result<unknown, InvalidJson> {
  if (typeof text !== 'string') return err(invalidJson('It is not a text.'));
  try {
    if (!mayHoldInexactNumber.test(text)) {
      const value: unknown = JSON.parse(text); // which bears any depth
      return text.length > MAX_JSON_DEPTH && isDeeperThan(MAX_JSON_DEPTH, value) ? err(tooDeep) : ok(value);
    }
    return isTooDeep(text) ? err(tooDeep) : ok(parse(text, undefined, losslessOptions));
  } catch (error) {
    return err(isTooDeep(text) ? tooDeep : invalidJson((error as Error).message)); // neither parser throws anything else
  }
}

/**
 * Writes a value as JSON text as `JSON.stringify` does, and a `bigint` as a JSON integer. What has no JSON form, such as
 * `undefined` or a function, becomes `null` where `JSON.stringify` would give no text at all.
 *
 * @throws for what `JSON.stringify` throws for too: a cycle, a getter that throws
 */
export function stringifyJson(value: unknown): string {
  return stringify(value) ?? 'null';
}

function invalidJson(message: string): InvalidJson {
  return { code: 'invalid_json', message: message.length > 200 ? `${message.slice(0, 200)}…` : message }; // it may quote the text
}

const tooDeep = invalidJson(`It is nested deeper than ${MAX_JSON_DEPTH} levels.`);

/** Whether arrays and objects are nested in a value on more levels than so many. */
function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}

/**
 * Whether a text may hold a number that `JSON.parse` would round. A number of fewer than 16 characters without an
 * exponent is never rounded to another integer, nor to one at all. Digits in a string only cost the slower way.
 */
const mayHoldInexactNumber = /[0-9](?:[0-9.]{15}|[eE])/;

/** As `JSON.parse`: the last of several members of one name counts. */
const losslessOptions = {
  parseNumber: exactNumber,
  onDuplicateKey: ({ newValue }: { readonly newValue: unknown }) => newValue,
};

/** Turns the text of a JSON number into its exact value where that is an integer. */
function exactNumber(text: string): number | bigint {
  const rounded = Number(text);
  if (/^-?[0-9]+$/.test(text)) return Number.isSafeInteger(rounded) ? rounded : BigInt(text);

  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = `${whole}${fraction}`.replace(/^-?0*/, '');
  const significant = withoutZerosAtTheEnd(digits);
  if (significant === '') return rounded;
  const zeros = Number(exponent) - fraction.length + (digits.length - significant.length);
  if (zeros < 0) return Number.isInteger(rounded) ? NaN : rounded;
  if (significant.length + zeros > 19) return rounded;
  const exact = BigInt(`${significant}${'0'.repeat(zeros)}`);
  const signed = rounded < 0 ? -exact : exact;
  return toInt64(signed) ?? signed;
}

/** By hand, for `/0+$/` takes a time that is quadratic in a long run of zeros with another digit behind it. */
function withoutZerosAtTheEnd(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}

/** As {@link isDeeperThan} of what the text holds, for the lossless parser needs a level of the stack for each. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const character = text.charCodeAt(i);
    if (character === code.quote) i = endOfString(text, i + 1);
    else if (character === code.openBracket || character === code.openBrace) {
      if (++depth > MAX_JSON_DEPTH) return true;
    } else if (character === code.closeBracket || character === code.closeBrace) depth--;
  }
  return false;
}

function endOfString(text: string, start: number): number {
  for (let i = start; i < text.length; i++) {
    const character = text.charCodeAt(i);
    if (character === code.quote) return i;
    if (character === code.backslash) i++;
  }
  return text.length;
}

/** Character codes, for comparing strings of one character takes twice the time. */
const code = { quote: 0x22, backslash: 0x5c, openBracket: 0x5b, closeBracket: 0x5d, openBrace: 0x7b, closeBrace: 0x7d };
