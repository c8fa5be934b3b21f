/** Some of a text's bytes. */
export interface Span {
  readonly start: number;
  /** One after the last. */
  readonly end: number;
}

/** The bytes that JSON is made of. */
export const byte = {
  zero: 0x00, // which it is not, but which a power cut leaves
  tab: 0x09,
  newline: 0x0a,
  carriageReturn: 0x0d,
  space: 0x20,
  quote: 0x22,
  comma: 0x2c,
  colon: 0x3a,
  openBracket: 0x5b,
  backslash: 0x5c,
  closeBracket: 0x5d,
  openBrace: 0x7b,
  closeBrace: 0x7d,
} as const;

/** Where the white space at a position ends. */
export function skipWhitespace(text: Uint8Array, at: number): number {
  while (isWhitespace(text[at])) at++;
  return at;
}

/**
 * Where the JSON value at a position ends. Its brackets and quotes are all that is looked at: what stands between them is
 * for a parser to judge.
 *
 * @returns one after its last byte; `undefined` where no value starts, or where the text ends before the value does
 */
export function skipValue(text: Uint8Array, at: number): number | undefined {
  const first = text[at];
  if (first === byte.quote) return skipString(text, at);
  if (first === byte.openBrace || first === byte.openBracket) return skipNested(text, at);
  let end = at;
  while (!endsScalar(text[end])) end++;
  return end > at ? end : undefined;
}

/** Drops the white space between the tokens of a JSON value; what the tokens say, and how, stays. */
export function compact(text: Uint8Array): Buffer {
  const compacted = Buffer.allocUnsafe(text.length);
  let length = 0;
  for (let at = 0; at < text.length;) {
    const end = text[at] === byte.quote ? (skipString(text, at) ?? text.length) : at + 1;
    if (isWhitespace(text[at])) at = end;
    while (at < end) compacted[length++] = text[at++] as number;
  }
  return compacted.subarray(0, length);
}

function skipNested(text: Uint8Array, at: number): number | undefined {
  let depth = 0;
  for (let i = at; i < text.length; i++) {
    const character = text[i];
    if (character === byte.quote) {
      const end = skipString(text, i);
      if (end === undefined) return undefined;
      i = end - 1;
    } else if (character === byte.openBrace || character === byte.openBracket) depth++;
    else if ((character === byte.closeBrace || character === byte.closeBracket) && --depth === 0) return i + 1;
  }
  return undefined;
}

function skipString(text: Uint8Array, at: number): number | undefined {
  for (let i = at + 1; i < text.length; i++) {
    const character = text[i];
    if (character === byte.backslash) i++;
    else if (character === byte.quote) return i + 1;
  }
  return undefined;
}

function isWhitespace(character: number | undefined): boolean {
  return (
    character === byte.space ||
    character === byte.newline ||
    character === byte.tab ||
    character === byte.carriageReturn
  );
}

function endsScalar(character: number | undefined): boolean {
  return (
    character === undefined ||
    character === byte.zero ||
    character === byte.comma ||
    character === byte.closeBracket ||
    character === byte.closeBrace ||
    isWhitespace(character)
  );
}
