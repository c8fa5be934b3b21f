import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse, parseLosslessly } from '../test/parse-losslessly.ts';
import { INT64_MAX, INT64_MIN, toInt64 } from './int64.ts';
import { stringifyJson } from './json.ts';

describe('an integer in JSON', () => {
  test.each([
    ['0', 0],
    ['9007199254740991', 9007199254740991],
    ['-9007199254740991', -9007199254740991],
    ['9007199254740992', 9007199254740992n],
    ['9007199254740993', 9007199254740993n],
    ['9007199254740993.000000000000000000000', 9007199254740993n],
    ['9.007199254740993e15', 9007199254740993n],
    ['-9007199254740993000e-3', -9007199254740993n],
    ['0.9007199254740993e16', 9007199254740993n],
    ['0.0000000000000000000000001e25', 1],
    ['9223372036854775807', INT64_MAX],
    ['9.223372036854775807e18', INT64_MAX],
    ['922337203685477580700e-2', INT64_MAX],
    ['-9223372036854775808', INT64_MIN],
    ['9223372036854775808', INT64_MAX + 1n],
    ['9.223372036854775808e18', INT64_MAX + 1n],
    ['-9223372036854775809', INT64_MIN - 1n],
    ['-9.223372036854775809e18', INT64_MIN - 1n],
    ['18446744073709551617', 18446744073709551617n],
    [`1${'0'.repeat(308)}`, 10n ** 308n],
    ['1e18', 1000000000000000000n],
    ['1.0', 1],
    ['1e2', 100],
    ['12300e-2', 123],
    ['0e999999999', 0],
    ['-0', -0],
    ['-0.0', -0],
  ])('%s is read as %s', (text, integer) => {
    expect(parse(text)).toBe(integer);
    expect(parseLosslessly(text)).toBe(integer);
  });

  test('is exact in every notation', () => {
    const zeros = fc.integer({ min: 0, max: 25 }).map((count) => '0'.repeat(count));
    fc.assert(
      fc.property(fc.bigInt({ min: INT64_MIN, max: INT64_MAX }), zeros, fc.nat({ max: 18 }), (integer, pad, index) => {
        const [, sign = '', digits = ''] = /^(-?)(\d+)$/.exec(String(integer)) ?? [];
        const [whole, fraction] = [digits.slice(0, index) || '0', digits.slice(index)];
        for (const text of [
          `${integer}`,
          `${integer}.0${pad}`,
          `${integer}${pad}e-${pad.length}`,
          `${sign}0.${pad}${digits}e${pad.length + digits.length}`,
          `${sign}${whole}.${fraction}0E+${fraction.length}`,
        ]) {
          if (integer !== 0n) expect(parse(text), text).toBe(toInt64(integer));
        }
      }),
    );
  });

  test('comes back from its own text', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: INT64_MIN, max: INT64_MAX }), (integer) => {
        expect(parse(stringifyJson({ integer }))).toEqual({ integer: toInt64(integer) });
      }),
    );
  });
});

describe('a number in JSON that is not an integer', () => {
  test.each([
    ['1.5', 1.5],
    ['-1.5e-7', -1.5e-7],
    ['0.1234567890123456', 0.1234567890123456],
    ['5e-324', 5e-324],
    ['12345678901234567e-10', 1234567.8901234567],
  ])('%s keeps its value', (text, number) => {
    expect(parse(text)).toBe(number);
    expect(parseLosslessly(text)).toBe(number);
  });

  test.each([
    '1e-400',
    '9007199254740991.4',
    '900719925474099.01',
    '9007199254740993.5',
    '1.00000000000000000001',
    '90071992547409930000000001e-7',
  ])('%s becomes NaN, because it would round to an integer', (text) => {
    expect(parse(text)).toBeNaN();
  });

  test.each([
    ['1e19', 1e19],
    ['1e400', Infinity],
    ['-1e400', -Infinity],
    [`1e${'9'.repeat(400)}`, Infinity],
    [`1e-${'9'.repeat(400)}`, NaN],
    [`${'9'.repeat(400)}.5`, Infinity],
    [`2${'0'.repeat(308)}`, Infinity],
    ['9'.repeat(1_000_000), Infinity],
  ])('%s is a number, and not a bigint with all its digits', (text, number) => {
    expect(parse(text)).toBe(number);
  });

  test('may have a million digits, because reading takes linear time', () => {
    expect(parse(`1.${'0'.repeat(1_000_000)}1`)).toBeNaN();
    expect(parse(`1${'0'.repeat(1_000_000)}1e-1000001`)).toBeNaN();
    expect(parse(`0.${'0'.repeat(1_000_000)}1e1000001`)).toBe(1);
  });
});
