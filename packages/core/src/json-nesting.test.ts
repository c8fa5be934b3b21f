import { describe, expect, test } from 'vitest';
import { MAX_JSON_DEPTH, parseJson } from './json.ts';

/** Sixteen digits anywhere, a string included, make `parseJson` take its lossless way. */
const sixteenDigits = '"0000000000000000"';

describe('nesting', () => {
  const arrays = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  const objects = (depth: number) => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);
  const mixed = (depth: number) => '[{"a":'.repeat(depth / 2) + '1' + '}]'.repeat(depth / 2);
  const unclosed = (depth: number) => '['.repeat(depth);
  const behindAString = (depth: number) => `["]]]\\"]]]",${arrays(depth - 1)}]`;
  const lossless = (depth: number) => `[${sixteenDigits},${arrays(depth - 1)}]`;
  const losslessObjects = (depth: number) => `{"a":${sixteenDigits},"b":`.repeat(depth) + '1' + '}'.repeat(depth);

  test.each([arrays, objects, mixed, unclosed, behindAString, lossless, losslessObjects])(
    'of 100,000 levels is an Err that says so: %o',
    (nested) => {
      expect(parseJson(nested(100_000))._unsafeUnwrapErr().message).toBe('It is nested deeper than 512 levels.');
    },
  );

  test.each([arrays, objects, mixed, behindAString, lossless, losslessObjects])(
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
      for (const text of [`{"a":"${inside}"}`, `{"b":${sixteenDigits},"a":"${inside}"}`]) {
        expect(parseJson(text)._unsafeUnwrap()).toEqual(JSON.parse(text));
      }
    },
  );

  test('is a matter of depth, not of how many arrays there are', () => {
    const many = Array.from({ length: 10_000 }, () => '[{}],null').join(',');
    for (const text of [`[${many}]`, `[${sixteenDigits},${many}]`]) {
      expect(parseJson(text)._unsafeUnwrap()).toEqual(JSON.parse(text));
    }
  });

  test('cannot be hidden behind closing brackets', () => {
    expect(parseJson(']'.repeat(100_000) + '['.repeat(100_000)).isErr()).toBe(true);
  });

  test('is that of the text alone, whatever a program has added to every object', () => {
    const text = JSON.stringify(Array.from({ length: 1_000 }, (_, id) => ({ id })));
    expect(parseWithEveryObjectChanged(text)._unsafeUnwrap()).toEqual(JSON.parse(text));
  });
});

/** Parses with a member on every object; what asserts or prints comes after, for it may trip over that. */
function parseWithEveryObjectChanged(text: string) {
  Object.defineProperty(Object.prototype, 'added', { value: {}, enumerable: true, configurable: true });
  try {
    return parseJson(text);
  } finally {
    delete (Object.prototype as { added?: unknown }).added;
  }
}
