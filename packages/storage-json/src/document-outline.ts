import { parseJson } from '@petstore/core';
import { byte, skipValue, skipWhitespace, type Span } from './json-bytes.ts';

/**
 * Where things stand in the text of a pet file: an object with an array under the key `pets`. The values themselves are
 * not looked into.
 */
export interface DocumentOutline {
  /** The members of the object other than `pets`, each from its key to its value. */
  readonly otherMembers: readonly Span[];
  readonly pets: PetsOutline;
  readonly problem: undefined;
}

/** The same of a text that is no pet file, as far as it has the shape of one. */
export interface BrokenOutline {
  readonly otherMembers: readonly Span[];
  /** The array of pets, where it has begun. */
  readonly pets: PetsOutline | undefined;
  /** Where and why the text stops having that shape. */
  readonly problem: Problem;
}

/** The array of pets. */
export interface PetsOutline {
  /** One after its opening bracket. */
  readonly start: number;
  /** Each element: where it starts, and one after its last byte. Two lists, for there may be millions. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** Why a text is no pet file. */
export interface Problem {
  readonly at: number;
  /** Completes the sentence "the pet file …". */
  readonly what: string;
}

/** Outlines the text of a pet file. */
export function outlineDocument(text: Uint8Array): DocumentOutline | BrokenOutline {
  const otherMembers: Span[] = [];
  let pets = undefined as PetsOutline | undefined;
  const start = skipWhitespace(text, startsWithByteOrderMark(text) ? 3 : 0);
  const problem = outlineObject();
  if (pets !== undefined) return { otherMembers, pets, problem };
  return { otherMembers, pets, problem: problem ?? { at: start, what: 'has no array "pets"' } };

  function outlineObject(): Problem | undefined {
    if (text[start] !== byte.openBrace) return { at: start, what: 'is not a JSON object' };
    let at = skipWhitespace(text, start + 1);
    if (text[at] !== byte.closeBrace) {
      for (;;) {
        const end = outlineMember(at);
        if (typeof end !== 'number') return end;
        at = skipWhitespace(text, end);
        if (text[at] !== byte.comma) break;
        at = skipWhitespace(text, at + 1);
      }
    }
    if (text[at] !== byte.closeBrace) return notJson(at);
    at = skipWhitespace(text, at + 1);
    return at < text.length ? notJson(at) : undefined;
  }

  /** Gives where the member ends. */
  function outlineMember(start: number): number | Problem {
    const keyEnd = skipValue(text, start);
    if (keyEnd === undefined) return notJson(start);
    const colon = skipWhitespace(text, keyEnd);
    if (text[colon] !== byte.colon) return notJson(colon);
    const valueStart = skipWhitespace(text, colon + 1);
    if (isPetsKey(text, { start, end: keyEnd })) return outlinePets(start, valueStart);
    const valueEnd = skipValue(text, valueStart);
    if (valueEnd === undefined) return notJson(valueStart);
    otherMembers.push({ start, end: valueEnd });
    return valueEnd;
  }

  function outlinePets(key: number, start: number): number | Problem {
    if (pets !== undefined) return { at: key, what: 'has two members "pets"' };
    if (text[start] !== byte.openBracket) return { at: start, what: 'has no array "pets": it holds something else' };
    const starts: number[] = [];
    const ends: number[] = [];
    pets = { start: start + 1, starts, ends };
    let at = skipWhitespace(text, start + 1);
    if (text[at] === byte.closeBracket) return at + 1;
    for (;;) {
      const end = skipValue(text, at);
      if (end === undefined) return notJson(at);
      starts.push(at);
      ends.push(end);
      at = skipWhitespace(text, end);
      if (text[at] === byte.closeBracket) return at + 1;
      if (text[at] !== byte.comma) return notJson(at);
      at = skipWhitespace(text, at + 1);
    }
  }
}

/** Describes a problem for people, with the line it is in. */
export function describe(text: Uint8Array, { at, what }: Problem): string {
  let line = 1;
  for (let i = 0; i < at; i++) if (text[i] === byte.newline) line++;
  return `${what} (line ${line})`;
}

function notJson(at: number): Problem {
  return { at, what: 'is not JSON' };
}

function startsWithByteOrderMark(text: Uint8Array): boolean {
  return text[0] === 0xef && text[1] === 0xbb && text[2] === 0xbf;
}

/** Whether a key, which may be written with escapes, is `pets`. */
function isPetsKey(text: Uint8Array, { start, end }: Span): boolean {
  return parseJson(Buffer.from(text.subarray(start, end)).toString()).unwrapOr(undefined) === 'pets';
}
