import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isInterruptedAppend } from './interrupted-append.ts';

const pet = '{"id":2,"name":"Bello","categoryId":1}';
const closing = '\n]}\n';
const isOne = (rest: string, isFirst = false) => isInterruptedAppend(Buffer.from(rest, 'latin1'), isFirst);

describe('what an append over the old closing leaves', () => {
  for (const isFirst of [true, false]) {
    const append = `${isFirst ? '' : ','}\n${pet}`;

    test(`after any number of its bytes, ${isFirst ? 'of the first pet' : 'of a further pet'}`, () => {
      for (let length = 0; length < append.length; length++) {
        const left = append.slice(0, length) + closing.slice(length);
        for (const zeros of ['', '\0', '\0'.repeat(600)]) {
          if (left + zeros !== closing) expect(isOne(left + zeros, isFirst), JSON.stringify(left)).toBe(true);
        }
      }
    });

    test(`after any number of bytes of its undoing, ${isFirst ? 'of the first pet' : 'of a further pet'}`, () => {
      for (let length = 1; length <= closing.length; length++) {
        expect(isOne(closing.slice(0, length) + append.slice(length), isFirst)).toBe(true);
      }
    });
  }

  test('where a power cut left zeros in the place of the closing', () => {
    for (const isFirst of [true, false]) {
      for (const zeros of ['\0'.repeat(4), '\0'.repeat(600)]) expect(isOne(zeros, isFirst)).toBe(true);
    }
  });

  test('behind a closing that stayed whole, whatever it is', () => {
    expect(isOne(`${closing}\0\0${pet}${closing}`)).toBe(true);
    expect(isOne(`${closing}id":2,"name":"Bello","categoryId":1},\n${pet}${closing}`)).toBe(true);
  });
});

describe('what no append leaves', () => {
  test('less than a closing before the first pet, for no append makes a file shorter', () => {
    for (const rest of ['', '\n', '\n]', '\n]}', '\n{']) expect(isOne(rest, true)).toBe(false);
  });

  test('anything before a whole pet, or before a closing', () => {
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
