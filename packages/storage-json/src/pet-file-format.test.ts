import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeTornEnd } from './json-storage.ts';
import { isTornAppend, maxBatch } from './pet-file-format.ts';

const pet = '{"id":2,"name":"Bello","categoryId":1}';
const closing = '\n]}\n';
const isOne = (rest: string, isFirst = false) => isTornAppend(Buffer.from(rest, 'latin1'), isFirst);

describe('an append over the closing text, cut short or undone, leaves', () => {
  for (const isFirst of [true, false]) {
    const append = `${isFirst ? '' : ','}\n${pet}`;

    test(`any number of its bytes, ${isFirst ? 'as the first' : 'after other pets'}`, () => {
      for (let length = 0; length < append.length; length++) {
        const left = append.slice(0, length) + closing.slice(length);
        for (const zeros of ['', '\0', '\0'.repeat(600)]) {
          if (left + zeros !== closing) expect(isOne(left + zeros, isFirst), JSON.stringify(left)).toBe(true);
        }
      }
    });

    test(`any number of bytes of the closing text over it, ${isFirst ? 'as the first' : 'after other pets'}`, () => {
      for (let length = 1; length <= closing.length; length++) {
        const undone = closing.slice(0, length) + append.slice(length);
        expect(isOne(undone, isFirst)).toBe(true);
        if (undone !== append) expect(isOne(`${undone},\n${pet}${closing}`, isFirst)).toBe(true);
      }
    });
  }

  test('zeros instead of the closing text', () => {
    for (const isFirst of [true, false]) {
      for (const zeros of ['\0'.repeat(4), '\0'.repeat(600)]) expect(isOne(zeros, isFirst)).toBe(true);
    }
  });

  test('its rest after a whole closing text', () => {
    expect(isOne(`${closing}\0\0${pet}${closing}`)).toBe(true);
    expect(isOne(`${closing}id":2,"name":"Bello","categoryId":1},\n${pet}${closing}`)).toBe(true);
  });
});

test('zero bytes are torn if at most one batch of lines follows, and damage if more lines follow', () => {
  const follow = (lines: number) => isOne(`,\n{"id":2\0${'\n'.repeat(lines)}`);
  expect(follow(maxBatch + 2)).toBe(true);
  expect(follow(maxBatch + 3)).toBe(false);
});

test('a torn end is described by its bytes and their file, or by what was missing', () => {
  expect(describeTornEnd('pets.json', { bytes: 7, path: 'pets.json.torn', pets: 2 })).toMatch(
    /7 bytes.*pets\.json\.torn/,
  );
  expect(describeTornEnd('pets.json', { bytes: 0, path: undefined, pets: 2 })).toMatch(/brackets were missing/);
});

describe('no append leaves', () => {
  test('anything before a whole pet, or before a closing text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), fc.constantFrom(`\n${pet}`, closing), (damage, next) => {
        for (const isFirst of [true, false]) {
          const rest = `,\n{"id":2${damage}${next}`;
          fc.pre(!damage.includes('\0') && !`${damage}${next}`.startsWith(closing));
          expect(isOne(rest, isFirst)).toBe(false);
        }
      }),
    );
  });

  for (const rest of [
    'x',
    '}',
    `,\n2`,
    `\n${pet.slice(0, 9)}`,
    `${closing}${pet}`,
    `${closing}\n`,
    ',\n{"name":"B',
    '\n]}x',
  ]) {
    test(JSON.stringify(rest), () => {
      expect(isOne(rest)).toBe(false);
    });
  }
});
