import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRedact, mask } from './redact.ts';

const visible = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  minLength: 8,
});

test('masks a key everywhere: plain, percent-encoded, and escaped as in JSON', () => {
  fc.assert(
    fc.property(visible, (key) => {
      const redact = createRedact([key]);
      const percent = Array.from(key, (each) => `%${each.charCodeAt(0).toString(16)}`).join('');
      const escaped = Array.from(key, (each) => `\\u00${each.charCodeAt(0).toString(16)}`).join('');
      for (const spelling of [
        key,
        encodeURIComponent(key),
        percent,
        percent.toUpperCase(),
        escaped,
        JSON.stringify(key).slice(1, -1),
      ]) {
        expect(redact(`key ${spelling} key`)).toBe(`key ${mask} key`);
      }
    }),
  );
});

test.each(['k', '/', '\\', '"', '%'])(
  'masks the longest key, of %s alone, in texts of one and of two bytes a character',
  (character) => {
    const longest = character.repeat(4_096);
    const redact = createRedact([longest]);
    for (const other of ['é', '犬']) expect(redact(`${other} ${longest}`)).toBe(`${other} ${mask}`);
  },
);

test('masks several keys, the longest first', () => {
  const redact = createRedact(['key', 'key-of-mine', 'a+b']);
  expect(redact('key-of-mine, key, a+b, aab')).toBe(`${mask}, ${mask}, ${mask}, aab`);
});

test('leaves other texts as they are', () => {
  expect(createRedact(['secret'])('Secret %73 \\u0073 secre')).toBe('Secret %73 \\u0073 secre');
});
