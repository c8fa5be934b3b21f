import { expect, test } from 'vitest';
import { isApiKey } from './api-key.ts';

test.each(['k', '!~', 'a,b', '0123456789abcdef', 'k'.repeat(4_096)])('%s can be an API key', (key) => {
  expect(isApiKey(key)).toBe(true);
});

test.each(['', 'k'.repeat(4_097), 'a key', ' key', 'key ', 'key\n', 'schlüssel', '\x7f', 7, null, undefined, ['key']])(
  '%j cannot be an API key',
  (key) => {
    expect(isApiKey(key)).toBe(false);
  },
);
