import { expect, test } from 'vitest';
import { closestName } from './closest-name.ts';

const known = ['port', 'host', 'api-key', 'storage', 'no-cors', 'public-url'];

test.each([
  ['prot', 'port'],
  ['Port', 'port'],
  ['por', 'port'],
  ['pott', 'port'],
  ['apikey', 'api-key'],
  ['api_keys', 'api-key'],
  ['sotrgae', 'storage'],
])('%s is near %s', (name, expected) => {
  expect(closestName(name, known)).toBe(expected);
});

test.each(['', 'p', 'colour', 'cluster', 'toString', 'x'.repeat(1_000_000)])('%s is near none', (name) => {
  expect(closestName(name, known)).toBeUndefined();
});
