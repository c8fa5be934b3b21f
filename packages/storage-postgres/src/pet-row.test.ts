import { arbitraryName } from '@petstore/core/contract';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeName, encodeName, readPet } from './pet-row.ts';

test('a row of texts is a pet', () => {
  expect(readPet(['7', 'Rex', '9007199254740993', 'sold'])).toEqual({
    id: 7,
    name: 'Rex',
    categoryId: 9007199254740993n,
    status: 'sold',
  });
  expect(readPet(['1', '', '-1', null])).toEqual({ id: 1, name: '', categoryId: -1 });
});

test.each([
  ['an id of 0', ['0', 'Rex', '1', null]],
  ['an id beyond 2^53 - 1', ['9007199254740992', 'Rex', '1', null]],
  ['no id', [null, 'Rex', '1', null]],
  ['no name', ['1', null, '1', null]],
  ['no category', ['1', 'Rex', null, null]],
  ['an unknown status', ['1', 'Rex', '1', 'lost']],
  ['no columns', []],
])('a row with %s is not a pet', (_what, row) => {
  expect(readPet(row)).toBeUndefined();
});

/** Names that consist mostly of the reserved characters. */
const reservedNames = fc.string({ unit: fc.constantFrom('\0', '␀', '␛', 'x') });

describe('a name in the table', () => {
  test('is the name itself if it contains no reserved character', () => {
    for (const name of ['', 'Rex', `O'Hara"; --`, '\\0', '%00', '🐕', '\ufffd', '\u0001']) {
      expect(encodeName(name)).toBe(name);
    }
  });

  test('has a visible character for U+0000, and escapes the reserved characters', () => {
    expect(encodeName('a\0b')).toBe('a␀b');
    expect(encodeName('a␀b')).toBe('a␛␀b');
    expect(encodeName('␛')).toBe('␛␛');
  });

  test('never contains U+0000, is decoded to the same name, and is unique', () => {
    const names = fc.oneof(arbitraryName(), reservedNames);
    fc.assert(
      fc.property(names, names, (name, other) => {
        expect(encodeName(name)).not.toContain('\0');
        expect(decodeName(encodeName(name))).toBe(name);
        expect(encodeName(name) === encodeName(other)).toBe(name === other);
      }),
    );
  });

  test('keeps an escape before an ordinary character, as another program may write it', () => {
    expect(decodeName('␛x')).toBe('␛x');
  });
});
