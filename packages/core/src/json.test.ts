import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { parse, parseLosslessly, sixteenDigits } from '../test/parse-losslessly.ts';
import { INT64_MIN } from './int64.ts';
import { parseJson, stringifyJson } from './json.ts';

describe('apart from its integers, a JSON text', () => {
  test('is read as JSON.parse reads it', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expectEqualValues(parse(text), JSON.parse(text));
        expectEqualValues(parseLosslessly(text), JSON.parse(text));
      }),
    );
  });

  test('is accepted by both parsers or by neither', () => {
    const inserts = ['', 'e1', ...Array.from(',:"[]{}\\-+.0n \n\u0000\ufeff')];
    const corrupted = fc
      .tuple(fc.json(), fc.nat(), fc.nat({ max: 2 }), fc.constantFrom(...inserts))
      .map(([text, index, length, inserted]) => {
        const start = index % (text.length + 1);
        return text.slice(0, start) + inserted + text.slice(start + length);
      });
    fc.assert(
      fc.property(corrupted, (text) => {
        expect(parseJson(text).isOk(), text).toBe(isWellFormed(text));
        const longer = `[${text}, ${sixteenDigits}]`;
        expect(parseJson(longer).isOk(), longer).toBe(isWellFormed(longer));
      }),
    );
  });

  test.each([
    ['{"a":1,"a":2}', { a: 2 }],
    ['{"a":{"b":1},"a":{"c":2}}', { a: { c: 2 } }],
    ['{"a":1,"b":2,"a":3}', { a: 3, b: 2 }],
    ['{"a":1,"\\u0061":2}', { a: 2 }],
  ])('%s has the last of two members with the same name', (text, value) => {
    expect(parse(text)).toEqual(value);
    expect(parseLosslessly(text)).toEqual(value);
  });

  test('with white space around it is read', () => {
    expect(parse(' \t\r\n{ "a" : [ 1 , 2 ] } \n')).toEqual({ a: [1, 2] });
    expect(parseLosslessly(' \t\r\n{ "a" : [ 1 , 2 ] } \n')).toEqual({ a: [1, 2] });
  });

  test.each([
    '{"__proto__":{"polluted":true}}',
    '{"__proto__":{"polluted":true},"__proto__":{"polluted":1}}',
    '{"\\u005f_proto__":{"polluted":true}}',
    '{"constructor":{"prototype":{"polluted":true}}}',
    '{"__proto__":null}',
    '[{"__proto__":[]}]',
  ])('%s sets no prototype', (text) => {
    for (const value of [parse(text), parseLosslessly(text)]) {
      expectEqualValues(value, JSON.parse(text));
      const object: unknown = Array.isArray(value) ? value[0] : value;
      expect(Object.getPrototypeOf(object)).toBe(Object.prototype);
      expect(object).not.toHaveProperty('polluted');
      expect({}).not.toHaveProperty('polluted');
    }
  });
});

describe('ill-formed JSON', () => {
  test('is an Err with a code and a message', () => {
    expect(parseJson('[1,]')._unsafeUnwrapErr()).toEqual({
      code: 'invalid_json',
      message: expect.stringMatching(/[^…]$/) as string,
    });
  });

  test('is shortened in the message if it is long, because Safari quotes whole words', () => {
    vi.spyOn(JSON, 'parse').mockImplementationOnce(() => {
      throw new SyntaxError('1'.repeat(1_000));
    });
    const { message } = parseJson('')._unsafeUnwrapErr();
    expect(message).toBe(`${'1'.repeat(200)}…`);
  });
});

describe('stringifyJson', () => {
  test('writes what JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(stringifyJson(value)).toBe(JSON.stringify(value));
      }),
    );
  });

  test.each([
    [9007199254740993n, '9007199254740993'],
    [INT64_MIN, '-9223372036854775808'],
    [{ a: [1n, { b: -2n }] }, '{"a":[1,{"b":-2}]}'],
    [{ a: undefined, b: () => 1, c: Symbol('c'), d: 1 }, '{"d":1}'],
    [[undefined, () => 1, Symbol('c')], '[null,null,null]'],
    [{ a: NaN, b: Infinity, c: -0 }, '{"a":null,"b":null,"c":0}'],
    [new Date(0), '"1970-01-01T00:00:00.000Z"'],
    [{ toJSON: () => 1n }, '1'],
    [{ isLosslessNumber: true, value: '1' }, '{"isLosslessNumber":true,"value":"1"}'],
    ['\ud800', '"\\ud800"'],
    [null, 'null'],
  ])('writes %o as %s', (value, text) => {
    expect(stringifyJson(value)).toBe(text);
  });

  test.each([undefined, () => 1, Symbol('a')])('writes %s, which has no JSON form, as null', (value) => {
    expect(stringifyJson(value)).toBe('null');
  });
});

/** Compares values as texts, so that the order of the members and members named `__proto__` count. */
function expectEqualValues(actual: unknown, expected: unknown): void {
  const text = (value: unknown) =>
    JSON.stringify(value, (_key, member: unknown) => (typeof member === 'bigint' ? Number(member) : member));
  expect(text(actual)).toBe(text(expected));
}

function isWellFormed(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
