import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatJson } from '../assets/format-json.js';
import { jsonTokens } from '../assets/json-tokens.js';

const format = (text: string) =>
  formatJson(text)
    .map((piece) => piece.text)
    .join('');
const tokensOf = (text: string) => jsonTokens(text).filter(({ kind }) => kind !== 'space');

/** Texts that look like JSON. */
const jsonLike = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...Array.from('{}[],:"\\ \n\t-0'),
        'null',
        '1e400',
        '9007199254740993',
        '"a"',
        '"\\"',
        '\u00a0',
        '\ud800',
      ),
      fc.string({ unit: 'binary' }),
    ),
  )
  .map((parts) => parts.join(''));

test('formats JSON as JSON.stringify does', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), fc.constantFrom(undefined, 1, '\t'), (value, space) => {
      expect(format(JSON.stringify(value, null, space))).toBe(JSON.stringify(value, null, 2));
    }),
  );
});

test('changes only the space between tokens, even of texts that are not JSON', () => {
  fc.assert(
    fc.property(jsonLike, (text) => {
      expect(tokensOf(format(text))).toEqual(tokensOf(text));
    }),
    { numRuns: 2000 },
  );
});

test('loses no character of a text', () => {
  fc.assert(
    fc.property(jsonLike, (text) => {
      expect(
        jsonTokens(text)
          .map((token) => token.text)
          .join(''),
      ).toBe(text);
    }),
    { numRuns: 2000 },
  );
});

test('keeps the digits of a number', () => {
  expect(format('{"a":9007199254740993,"b":-0.10e+2,"c":[1E400]}')).toBe(
    '{\n  "a": 9007199254740993,\n  "b": -0.10e+2,\n  "c": [\n    1E400\n  ]\n}',
  );
});

test('distinguishes names from strings', () => {
  expect(formatJson('{"name":"name"}').map(({ kind, text }) => [kind, text])).toContainEqual(['key', '"name"']);
  expect(formatJson('{"name":"name"}').map(({ kind, text }) => [kind, text])).toContainEqual(['string', '"name"']);
});

test('keeps a deeply nested text small', () => {
  const depth = 50_000;
  expect(format('['.repeat(depth)).length).toBeLessThan(depth * 100);
});

test.each(['\\"é', ' ', '1', 'x'])('formats megabytes of %j', (part) => {
  const long = part.repeat(2_000_000);
  expect(tokensOf(format(long))).toEqual(tokensOf(long));
  expect(tokensOf(format(JSON.stringify([long])))).toEqual(tokensOf(JSON.stringify([long])));
});
