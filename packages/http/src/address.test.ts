import { expect, test } from 'vitest';
import { parseAddress } from './address.ts';

test.each([
  ['http://localhost:8080', 'http://localhost:8080'],
  ['HTTPS://Pets.Example/', 'https://pets.example'],
  ['https://pets.example:443/petstore/', 'https://pets.example/petstore'],
  ['http://[::1]:80/a/b', 'http://[::1]/a/b'],
])('%s is the address %s', (text, address) => {
  expect(parseAddress(text)).toBe(address);
});

test.each([
  ...[undefined, 7, new URL('http://a.test'), '', 'pets.example', 'pets.example:80', '/petstore', 'ftp://a.test'],
  ...['see http://a.test', 'http:a.test', 'http://', 'http:///a', 'http://a:99999', 'http://a b', 'http://{host}'],
  ...['http://user@a.test', 'http://a\\b', 'http://a.test/?q', 'http://a.test?q', 'http://a.test/#here'],
  ...['http://a.test/a?q', 'http://a.test/a\nb', 'http://a.test/\r', 'http://a.test\n', 'http://a.test/\tb'],
])('%s is not an address', (text) => {
  expect(parseAddress(text)).toBeUndefined();
});
