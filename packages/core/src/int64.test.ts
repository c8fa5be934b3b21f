import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { INT64_MAX, INT64_MIN, parseInt64, toInt64 } from './int64.ts';

const int64 = fc.bigInt({ min: INT64_MIN, max: INT64_MAX });

describe('toInt64', () => {
  test.each([
    [5, 5],
    [5n, 5],
    [0, 0],
    [-0, 0],
    [0n, 0],
    [Number.MAX_SAFE_INTEGER, 9007199254740991],
    [9007199254740991n, 9007199254740991],
    [9007199254740992n, 9007199254740992n],
    [INT64_MAX, 9223372036854775807n],
    [INT64_MIN, -9223372036854775808n],
  ])('converts %s to its one representation', (value, integer) => {
    expect(toInt64(value)).toBe(integer);
  });

  test.each([
    ...[1.5, NaN, Infinity, -Infinity, 2 ** 53, -(2 ** 53), 1e300, 5e-324],
    ...[INT64_MAX + 1n, INT64_MIN - 1n, 2n ** 100n],
    ...['1', '', null, undefined, true, {}, [], [1], new Number(1), () => 1],
  ])('refuses %s', (value) => {
    expect(toInt64(value)).toBeUndefined();
  });

  test('refuses a Symbol and an object without a prototype', () => {
    expect(toInt64(Symbol('1'))).toBeUndefined();
    expect(toInt64(Object.create(null))).toBeUndefined();
  });

  test('returns equal integers that are `===`, safe ones as a number', () => {
    fc.assert(
      fc.property(int64, (integer) => {
        const one = toInt64(integer);
        expect(typeof one).toBe(Number.isSafeInteger(Number(integer)) ? 'number' : 'bigint');
        expect(BigInt(one ?? NaN)).toBe(integer);
        expect(toInt64(one)).toBe(one);
      }),
    );
  });
});

describe('parseInt64', () => {
  test.each([
    ['0', 0],
    ['7', 7],
    ['-7', -7],
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', 9007199254740992n],
    ['9007199254740993', 9007199254740993n],
    ['9223372036854775807', INT64_MAX],
    ['-9223372036854775808', INT64_MIN],
  ])('reads %s', (text, integer) => {
    expect(parseInt64(text)).toBe(integer);
  });

  test.each([
    ...['', '-', '-0', '007', '+1', ' 1', '1 ', '1\n', '1.0', '1.5', '1e2', '0x1', '１'],
    ...['9223372036854775808', '-9223372036854775809', '9'.repeat(19), '1'.repeat(20)],
  ])('refuses the text %j', (text) => {
    expect(parseInt64(text)).toBeUndefined();
  });

  test('reads every integer back from its text', () => {
    fc.assert(
      fc.property(int64, (integer) => {
        expect(parseInt64(String(integer))).toBe(toInt64(integer));
      }),
    );
  });
});
