import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bearerKey } from './bearer-key.ts';

describe('the key of an Authorization header', () => {
  test.each(['Bearer key', 'bearer key', 'BEARER key', 'Bearer    key'])('is "key" in "%s"', (header) => {
    expect(bearerKey(header)).toBe('key');
  });

  test.each([
    undefined,
    ...[
      '',
      'Bearer',
      'Bearer ',
      'Bearerkey',
      'Basic key',
      'key',
      ' Bearer key',
      'Bearer\tkey',
      'Bearer key ',
      'Bearer a b',
    ],
    ...['Bearer a, Bearer b', 'Bearer k\u00e9y', 'Bearer key\n', 'Bearer\nkey', 'Bearer \u0000', 'Digest Bearer key'],
  ])('is none in "%s"', (header) => {
    expect(bearerKey(header)).toBeUndefined();
  });

  test('is every text of visible ASCII characters that follows the scheme', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\x21-\x7e]+$/), (key) => {
        expect(bearerKey(`Bearer ${key}`)).toBe(key);
      }),
    );
  });

  test('is found at once, or not, in a header of a million characters', () => {
    const long = 'Bearer '.repeat(150_000);
    expect(bearerKey(long)).toBeUndefined();
    expect(bearerKey(`Bearer ${' '.repeat(1_000_000)}\n`)).toBeUndefined();
    expect(bearerKey(`Bearer ${'x'.repeat(1_000_000)}`)).toHaveLength(1_000_000);
  });
});
