import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exactJsonText, parseExactJson } from '../assets/exact-json.js';

test('parses what JSON.parse parses, to the same value', () => {
  fc.assert(
    fc.property(fc.json({ noUnicodeString: false }), (text) => {
      expect(JSON.parse(exactJsonText(parseExactJson(text)))).toEqual(JSON.parse(text));
    }),
  );
});

test('keeps every integer exact, and writes it as it was', () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n })), (integers) => {
      const text = `{"of":[${integers.join(',')}]}`;
      expect(exactJsonText(parseExactJson(text))).toBe(text);
    }),
  );
  expect(parseExactJson('[9007199254740991, 9007199254740992, -9223372036854775808, 1.5]')).toEqual([
    9007199254740991,
    9007199254740992n,
    -9223372036854775808n,
    1.5,
  ]);
});

test('writes what it parsed', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      expect(exactJsonText(parseExactJson(JSON.stringify(value)))).toBe(JSON.stringify(value));
    }),
  );
});

test('refuses what is no JSON', () => {
  for (const text of ['', '{', '[1,]', '{"a":01}', 'undefined', '"'])
    expect(() => parseExactJson(text)).toThrow(SyntaxError);
});
