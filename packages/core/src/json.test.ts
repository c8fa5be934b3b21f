import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { INT64_MAX, INT64_MIN, toInt64 } from './int64.ts';
import { MAX_JSON_DEPTH, parseJson, stringifyJson } from './json.ts';

/** Sixteen digits anywhere, a string included, make `parseJson` take its lossless way. */
const sixteenDigits = '"0000000000000000"';

/** Reads a JSON text by the lossless way, whatever it holds. */
function parseLosslessly(text: string): unknown {
  return (parse(`[${text}, ${sixteenDigits}]`) as readonly unknown[])[0];
}

function parse(text: string): unknown {
  return parseJson(text)._unsafeUnwrap();
}

describe('an integer', () => {
  test.each([
    ['0', 0],
    ['9007199254740991', 9007199254740991],
    ['-9007199254740991', -9007199254740991],
    ['9007199254740992', 9007199254740992n],
    ['-9007199254740992', -9007199254740992n],
    ['9007199254740993', 9007199254740993n],
    ['-9007199254740993', -9007199254740993n],
    ['9007199254740993.0', 9007199254740993n],
    ['9007199254740993.000000000000000000000', 9007199254740993n],
    ['9.007199254740993e15', 9007199254740993n],
    ['9.007199254740993E+15', 9007199254740993n],
    ['-9007199254740993000e-3', -9007199254740993n],
    ['0.9007199254740993e16', 9007199254740993n],
    ['0.0000000000000000000000001e25', 1],
    ['9223372036854775807', INT64_MAX],
    ['9223372036854775807.0', INT64_MAX],
    ['9.223372036854775807e18', INT64_MAX],
    ['922337203685477580700e-2', INT64_MAX],
    ['-9223372036854775808', INT64_MIN],
    ['-9223372036854775808.0', INT64_MIN],
    ['-9.223372036854775808e18', INT64_MIN],
    ['9223372036854775808', INT64_MAX + 1n],
    ['9.223372036854775808e18', INT64_MAX + 1n],
    ['-9223372036854775809', INT64_MIN - 1n],
    ['-9.223372036854775809e18', INT64_MIN - 1n],
    ['18446744073709551617', 18446744073709551617n],
    ['1e18', 1000000000000000000n],
    ['-1e18', -1000000000000000000n],
    ['1e15', 1000000000000000],
    ['1.0', 1],
    ['1e2', 100],
    ['1E+2', 100],
    ['12300e-2', 123],
    ['0e999999999', 0],
    ['-0', -0],
    ['-0.0', -0],
    ['-0e5', -0],
  ])('%s is read as %s', (text, integer) => {
    expect(parse(text)).toBe(integer);
    expect(parseLosslessly(text)).toBe(integer);
  });

  test('is exact in every notation', () => {
    const zeros = fc.integer({ min: 0, max: 25 }).map((count) => '0'.repeat(count));
    fc.assert(
      fc.property(fc.bigInt({ min: INT64_MIN, max: INT64_MAX }), zeros, fc.nat({ max: 18 }), (integer, pad, place) => {
        const [, sign = '', digits = ''] = /^(-?)(\d+)$/.exec(String(integer)) ?? [];
        const [whole, fraction] = [digits.slice(0, place) || '0', digits.slice(place)];
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

describe('a number that is no integer', () => {
  test.each([
    ['1.5', 1.5],
    ['-1.5e-7', -1.5e-7],
    ['0.1234567890123456', 0.1234567890123456],
    ['5e-324', 5e-324],
    ['12345678901234567e-10', 1234567.8901234567],
  ])('%s stays what it is', (text, number) => {
    expect(parse(text)).toBe(number);
    expect(parseLosslessly(text)).toBe(number);
  });

  test.each([
    '1e-400',
    '-1e-999999999',
    '9007199254740991.4',
    '9007199254740993.5',
    '1.00000000000000000001',
    '0.99999999999999999999',
    '90071992547409930000000001e-7',
  ])('%s never becomes one by rounding', (text) => {
    expect(parse(text)).toBeNaN();
  });

  test.each([
    ['1e19', 1e19],
    ['1e400', Infinity],
    ['-1e400', -Infinity],
    ['1e999999999', Infinity],
    [`1e${'9'.repeat(400)}`, Infinity],
    [`1e-${'9'.repeat(400)}`, NaN],
    [`${'9'.repeat(400)}.5`, Infinity],
  ])('%s ends as a number, and is not written out', (text, number) => {
    expect(parse(text)).toBe(number);
  });

  test('may be a million digits long: reading takes a linear time, for a quadratic one would run for minutes', () => {
    expect(parse(`1.${'0'.repeat(1_000_000)}1`)).toBeNaN();
    expect(parse(`1${'0'.repeat(1_000_000)}1e-1000001`)).toBeNaN();
    expect(parse(`0.${'0'.repeat(1_000_000)}1e1000001`)).toBe(1);
  });
});

describe('beside its integers, a JSON text', () => {
  test('is read as JSON.parse reads it', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expectEqualValues(parse(text), JSON.parse(text));
        expectEqualValues(parseLosslessly(text), JSON.parse(text));
      }),
    );
  });

  test('is well-formed for both ways or for neither', () => {
    const inserts = [
      '',
      ',',
      ':',
      '"',
      '[',
      ']',
      '{',
      '}',
      '\\',
      '-',
      '+',
      '.',
      '0',
      'e1',
      'n',
      ' ',
      '\n',
      '\u0000',
      '\ufeff',
    ];
    const spoilt = fc
      .tuple(fc.json(), fc.nat(), fc.nat({ max: 2 }), fc.constantFrom(...inserts))
      .map(([text, place, length, inserted]) => {
        const start = place % (text.length + 1);
        return text.slice(0, start) + inserted + text.slice(start + length);
      });
    fc.assert(
      fc.property(spoilt, (text) => {
        expect(parseJson(text).isOk(), text).toBe(isWellFormed(text));
        const longer = `[${text}, ${sixteenDigits}]`;
        expect(parseJson(longer).isOk(), longer).toBe(isWellFormed(longer));
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    ['{"a":1,"a":2}', { a: 2 }],
    ['{"a":{"b":1},"a":{"c":2}}', { a: { c: 2 } }],
    ['{"a":1,"a":1}', { a: 1 }],
    ['{"a":1,"a":null}', { a: null }],
    ['{"a":1,"b":2,"a":3}', { a: 3, b: 2 }],
    ['{"a":1,"\\u0061":2}', { a: 2 }],
  ])('%s has the last of two members of one name', (text, value) => {
    expect(parse(text)).toEqual(value);
    expect(parseLosslessly(text)).toEqual(value);
  });

  test.each(['\ud800', '\u0000', '\u2028', '🐕', '"\\'])('keeps the string %j', (string) => {
    expect(parse(JSON.stringify(string))).toBe(string);
    expect(parseLosslessly(JSON.stringify(string))).toBe(string);
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

describe('ill-formed text', () => {
  test.each([
    '',
    ' ',
    '\ufeff{}',
    '\u00a01',
    '{',
    '}',
    '[',
    ']',
    '[1,]',
    '[,1]',
    '[1 2]',
    '[1}',
    '{"a":1,}',
    '{,}',
    '{"a"}',
    '{"a":}',
    '{"a" 1}',
    '{a:1}',
    "{'a':1}",
    '{1:1}',
    '{"a":1}}',
    '[]]',
    '1 2',
    'NaN',
    'Infinity',
    '-Infinity',
    '-',
    '+1',
    '.5',
    '1.',
    '-.5',
    '1e',
    '1e+',
    '01',
    '-01',
    '00000000000000001',
    '0x10',
    '1n',
    '1_000',
    'undefined',
    'nul',
    'nulll',
    'True',
    '"',
    '"a',
    '"\n"',
    '"\t"',
    '"\u0000"',
    '"\\x41"',
    '"\\u12"',
    '"\\u12g4"',
    '"\\"',
    '// a comment\n1',
    '1 /* a comment */',
  ])('%j is an Err, by either way', (text) => {
    for (const whole of [text, `[${text}, ${sixteenDigits}]`]) {
      expect(parseJson(whole).isErr(), whole).toBe(true);
    }
  });

  test('is told from a fault of the program by its code and a message', () => {
    expect(parseJson('[1,]')._unsafeUnwrapErr()).toEqual({
      code: 'invalid_json',
      message: expect.stringMatching(/./) as string,
    });
  });

  test.each([undefined, null, 1, 1n, true, {}, [], Symbol('a'), () => '1', new String('1')])(
    '%s, which is no text at all, is an Err',
    (value) => {
      expect(parseJson(value as never)._unsafeUnwrapErr().message).toBe('It is not a text.');
    },
  );
});

describe('nesting', () => {
  const arrays = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  const objects = (depth: number) => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);
  const mixed = (depth: number) => '[{"a":'.repeat(depth / 2) + '1' + '}]'.repeat(depth / 2);
  const unclosed = (depth: number) => '['.repeat(depth);
  const behindAString = (depth: number) => `["]]]\\"]]]",${arrays(depth - 1)}]`;
  const lossless = (depth: number) => `[${sixteenDigits},${arrays(depth - 1)}]`;

  test.each([arrays, objects, mixed, unclosed, behindAString, lossless])(
    'of 100,000 levels is an Err that says so: %o',
    (nested) => {
      expect(parseJson(nested(100_000))._unsafeUnwrapErr().message).toBe('It is nested deeper than 512 levels.');
    },
  );

  test.each([arrays, objects, mixed, behindAString, lossless])(
    'is read down to the limit and no deeper: %o',
    (nested) => {
      expect(parseJson(nested(MAX_JSON_DEPTH)).isOk()).toBe(true);
      expect(parseJson(nested(MAX_JSON_DEPTH + 2)).isErr()).toBe(true);
    },
  );

  test('one level too deep is an Err', () => {
    expect(parseJson(arrays(MAX_JSON_DEPTH + 1)).isErr()).toBe(true);
  });

  test.each(['['.repeat(100_000), '\\"['.repeat(10_000), '\\\\', `\\"${'{'.repeat(10_000)}`])(
    'is not counted inside a string',
    (inside) => {
      const text = `{"a":"${inside}"}`;
      expect(parse(text)).toEqual(JSON.parse(text));
    },
  );

  test('is a matter of depth, not of how many arrays there are', () => {
    const text = `[${Array.from({ length: 10_000 }, () => '[{}]').join(',')}]`;
    expect(parse(text)).toEqual(JSON.parse(text));
  });

  test('cannot be hidden behind closing brackets', () => {
    expect(parseJson(']'.repeat(100_000) + '['.repeat(100_000)).isErr()).toBe(true);
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

/** Compares as texts: to the order of the members and own members named `__proto__`. */
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
