import { arbitraryName } from '@petstore/core/testing';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeName, encodeName } from './stored-name.ts';

/** Names of nothing but what the encoding is about. */
const reservedNames = fc.string({ unit: fc.constantFrom('\0', '␀', '␛', 'x') });

describe('a name in the table', () => {
  test('is the name itself where it holds nothing special', () => {
    for (const name of ['', 'Rex', `O'Hara"; --`, '\\0', '%00', '🐕', '\ufffd', '\u0001']) {
      expect(encodeName(name)).toBe(name);
    }
  });

  test('has a visible sign for U+0000, and for the signs themselves', () => {
    expect(encodeName('a\0b')).toBe('a␀b');
    expect(encodeName('a␀b')).toBe('a␛␀b');
    expect(encodeName('␛')).toBe('␛␛');
  });

  test('never holds U+0000, comes back, and is no other name’s', () => {
    const names = fc.oneof(arbitraryName(), reservedNames);
    fc.assert(
      fc.property(names, names, (name, other) => {
        expect(encodeName(name)).not.toContain('\0');
        expect(decodeName(encodeName(name))).toBe(name);
        expect(encodeName(name) === encodeName(other)).toBe(name === other);
      }),
      { numRuns: 1000 },
    );
  });

  test('is read as it stands where somebody else wrote a sign before an ordinary character', () => {
    expect(decodeName('␛x')).toBe('␛x');
  });
});
