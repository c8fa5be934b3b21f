import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRedact, redactedKey } from './redact.ts';

const visible = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  minLength: 1,
});

test('a key is redacted everywhere: plain, percent-encoded, and escaped as in JSON', () => {
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
        expect(redact(`é ${spelling} é`)).toBe(`é ${redactedKey} é`);
      }
    }),
  );
});

test.each(['k', '/', '\\', '"', '%'])(
  'redacts the longest key, of %s alone, in texts of one and of two bytes a character',
  (character) => {
    const longest = character.repeat(4_096);
    const redact = createRedact([longest]);
    for (const other of ['é', '犬']) expect(redact(`${other} ${longest}`)).toBe(`${other} ${redactedKey}`);
  },
);

test('a key with an escape of its own is redacted in a URL that encodes the rest', () => {
  expect(createRedact(['a%41"b-of-mine'])('http://h/?k=a%41%22b-of-mine&x')).toBe(`http://h/?k=${redactedKey}&x`);
  expect(createRedact(['a%41/b-of-mine'])(String.raw`"a%41\/b-of-mine"`)).toBe(`"${redactedKey}"`);
});

test('redaction looks at each character of a long text a few times, whatever the key repeats', () => {
  // Backtracking would take minutes here, and the run would fail by the timeout of the runner.
  for (const [first = '', rest = ''] of ['ba', 'ab', '\\a', '%a']) {
    const key = `${first}${rest.repeat(4_095)}`;
    for (const text of [rest.repeat(1_000_000), `\\${rest.repeat(1_000_000)}`, `%${first.repeat(1_000_000)}`]) {
      expect(createRedact([key])(text).length).toBeGreaterThan(0);
    }
  }
});

test('several keys are redacted, the longest first', () => {
  const redact = createRedact(['key', 'key-of-mine', 'a+b']);
  expect(redact('key-of-mine, key, a+b, aab')).toBe(`${redactedKey}, ${redactedKey}, ${redactedKey}, aab`);
});

test('redaction leaves other texts as they are', () => {
  expect(createRedact(['secret'])('Secret %73 \\u0073 secre')).toBe('Secret %73 \\u0073 secre');
});

describe('a short key', () => {
  test.each([
    ['k', 'whether the pet was created is unknown; keep-alive; k8s; a.k.a; ok'],
    ['dev', 'http://dev.example/devices of a developer, my-dev and dev-1, dévdev'],
    ['1', '{"id":10,"at":"127.0.0.1:8081"} 1.5'],
  ])('%s is left inside words', (key, text) => {
    expect(createRedact([key])(text)).toBe(text);
  });

  test.each([
    ['Bearer k', 'Bearer ***'],
    ['{"key":"k"}', '{"key":"***"}'],
    ['the key is k.', 'the key is ***.'],
    ['?key=k&b=k', '?key=***&b=***'],
    ['Bearer%20k%0A', 'Bearer%20***%0A'],
    [String.raw`"a\nk\u0020k"`, String.raw`"a\n***\u0020***"`],
    ['/k/', '/***/'],
    ['%6b \\u006b', '*** ***'],
    [String.raw`"\\u006b"`, String.raw`"\***"`],
  ])('is redacted as a whole word: %s', (text, redacted) => {
    expect(createRedact(['k'])(text)).toBe(redacted);
  });
});

test('a long key is redacted inside words too', () => {
  expect(createRedact(['0123456789ab'])('x0123456789abx')).toBe(`x${redactedKey}x`);
});
