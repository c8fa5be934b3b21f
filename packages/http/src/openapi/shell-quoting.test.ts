import { expect, test } from 'vitest';
import { quoteForShell, quoteIfNeeded } from './shell-quoting.ts';

test('for a shell, a single quote ends the quotes, stands escaped, and begins them again', () => {
  expect(quoteForShell("it's $1 `now`")).toBe(String.raw`'it'\''s $1 ${'`now`'}'`);
});

test('for a shell, a plain word needs no quotes', () => {
  for (const word of ['http://127.0.0.1:8080/v1/pets', 'dev_key-1.2', '--only=a@b%20+c'])
    expect(quoteIfNeeded(word)).toBe(word);
  for (const text of ['', 'a b', '$HOME', 'a?b&c', '<TOKEN>', '~', 'a\n', 'é'])
    expect(quoteIfNeeded(text)).toBe(`'${text}'`);
});
