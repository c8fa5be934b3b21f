import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatJson } from '../assets/format-json.js';

test('lays out JSON as JSON.stringify does', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      expect(formatJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
    }),
  );
});

test('lays out JSON with white space anew, and leaves other text as it is', () => {
  const value = { name: ' a  b ', pets: [1, { a: 2 }] };
  expect(formatJson(` ${JSON.stringify(value, null, 7)}\r\n`)).toBe(JSON.stringify(value, null, 2));
  expect(formatJson('oops, {  not: json')).toBe('oops, {  not: json');
});

test('keeps the digits of a number', () => {
  expect(formatJson('{"a":9007199254740993,"b":[-0.10e+2]}')).toBe(
    '{\n  "a": 9007199254740993,\n  "b": [\n    -0.10e+2\n  ]\n}',
  );
});

test('lays out a string of a megabyte', () => {
  const json = JSON.stringify(['\\"é'.repeat(250_000)]);
  expect(formatJson(json)).toBe(`[\n  ${json.slice(1, -1)}\n]`);
});
