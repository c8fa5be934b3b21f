import { unwrap } from './unwrap.ts';
import { describe, expect, test } from 'vitest';
import { sixteenDigits } from '../test/parse-losslessly.ts';
import { parseJson } from './json.ts';

const arrays = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const objects = (depth: number) => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);
const mixed = (depth: number) => '[{"a":'.repeat(depth / 2) + '1' + '}]'.repeat(depth / 2);
const lossless = (depth: number) => `[${sixteenDigits},${arrays(depth - 1)}]`;
const losslessObjects = (depth: number) => `{"a":${sixteenDigits},"b":`.repeat(depth) + '1' + '}'.repeat(depth);

const nestings = Object.entries({ arrays, objects, mixed, lossless, losslessObjects });

describe.each(nestings)('JSON of nested %s', (_, nested) => {
  test.each([514, 10_000, 100_000])('is an Err that says so, %d levels deep', (depth) => {
    expect(parseJson(nested(depth))._unsafeUnwrapErr().message).toContain('nested deeper than 512 levels');
  });

  test('is read, 512 levels deep', () => {
    expect(parseJson(nested(512)).isOk()).toBe(true);
  });
});

test('JSON of 513 levels is too deep', () => {
  expect(parseJson(arrays(513)).isErr()).toBe(true);
  expect(parseJson(lossless(513)).isErr()).toBe(true);
});

test.each(['['.repeat(100_000), `[${sixteenDigits},${'['.repeat(100_000)}`, ']'.repeat(9) + '['.repeat(100_000)])(
  'deep JSON that is never closed is an Err: %#',
  (text) => {
    expect(parseJson(text).isErr()).toBe(true);
  },
);

test('brackets in a string of JSON are not levels', () => {
  for (const text of [`{"a":"${'['.repeat(10_000)}"}`, `{"b":${sixteenDigits},"a":"${'['.repeat(10_000)}"}`]) {
    expect(unwrap(parseJson(text))).toEqual(JSON.parse(text));
  }
});

test('JSON of many arrays beside each other is not deep', () => {
  const many = Array.from({ length: 10_000 }, () => '[{}],null').join(',');
  for (const text of [`[${many}]`, `[${sixteenDigits},${many}]`]) {
    expect(unwrap(parseJson(text))).toEqual(JSON.parse(text));
  }
});
