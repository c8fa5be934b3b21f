import { expect, test } from 'vitest';
import { createRouter } from './router.ts';

test.each([
  ['/v1/pets', '/v1/pets', ''],
  ['/v1/pets?a=?&b', '/v1/pets', 'a=?&b'],
  ['/v1/pets#f?q', '/v1/pets', ''],
  ['/v1/pets?q#f', '/v1/pets', 'q'],
  ['http://host/v1/pets?q#f', '/v1/pets', 'q'],
  ['//v1', '//v1', ''],
  ['/%76%31/a%2Fb', '/%76%31/a%2Fb', ''],
  ['/%/%ff/%e2%82', '/%/%ff/%e2%82', ''],
  ['HTTPS://user@[::1]:80/v1', '/v1', ''],
  ['x:http://host/v1', 'x:http://host/v1', ''],
  ['http://host', '/', ''],
  ['http://host?q', '/', 'q'],
  ['http://host#f', '/', ''],
  ['*', '*', ''],
  ['', '', ''],
  ['v1/pets', 'v1/pets', ''],
  ['host:443', 'host:443', ''],
  ['ftp://host/v1/pets', 'ftp://host/v1/pets', ''],
])('the request target "%s" is parsed', (target, path, query) => {
  expect(createRouter('/v1')('GET', target)).toMatchObject({ path, query });
});
