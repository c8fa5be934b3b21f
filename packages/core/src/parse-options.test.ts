import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { integer, strictObject } from './field-schemas.ts';
import { anyFunction, milliseconds, parseOptions } from './parse-options.ts';

const schema = strictObject({
  host: z._default(z.string(), '127.0.0.1'),
  port: z._default(integer(0, 65_535, '; 0 takes a free one'), 0),
  drainTimeout: z.optional(milliseconds(0)),
  cors: z.optional(z.boolean()),
  since: z.optional(z.date()),
  onRequest: z.optional(anyFunction<() => void>()),
  pages: z.optional(z.array(strictObject({ path: z.string() }, 'must be an object'))),
});

test.each(['prot', 'Port', 'toString'])('parseOptions refuses the option %s, and names the options', (name) => {
  const error = new TypeError(`${name} is not an option. The options are ${Object.keys(schema.shape).join(', ')}.`);
  expect(() => parseOptions(schema, { port: 1, [name]: 1 })).toThrow(error);
  expect(() => parseOptions(schema, { port: -1, [name]: undefined })).toThrow(error);
});

test.each([
  [{ host: 5 }, 'host must be a string.'],
  [{ port: '80' }, 'port must be an integer from 0 to 65535; 0 takes a free one.'],
  [{ port: 65_536 }, 'port must be an integer from 0 to 65535; 0 takes a free one.'],
  [{ drainTimeout: -1 }, 'drainTimeout must be a number of milliseconds from 0 to 2147483647.'],
  [{ cors: 'yes' }, 'cors must be true or false.'],
  [{ since: new Date(NaN) }, 'since must be a valid Date.'],
  [{ onRequest: 'log' }, 'onRequest must be a function.'],
  [{ pages: {} }, 'pages must be a list.'],
  [{ pages: [{ path: '/' }, null] }, 'pages[1] must be an object.'],
  [{ pages: [{ path: 7 }] }, 'pages[0].path must be a string.'],
  [{ pages: [{ pth: '/' }] }, 'pages[0] has the unknown field "pth": its fields are path.'],
])('parseOptions refuses %o: %s', (options, message) => {
  expect(() => parseOptions(schema, options)).toThrow(new TypeError(message));
});

test.each([null, undefined, 'host', 8080])('parseOptions refuses %o in place of the options', (options) => {
  expect(() => parseOptions(schema, options)).toThrow(new TypeError('The options must be an object.'));
});

test('parseOptions accepts undefined options and the bounds, and fills in the defaults', () => {
  expect(parseOptions(schema, { port: undefined, cors: undefined })).toEqual({ host: '127.0.0.1', port: 0 });
  expect(parseOptions(schema, { host: 'a', port: 65_535, drainTimeout: 2 ** 31 - 1 })).toEqual({
    host: 'a',
    port: 65_535,
    drainTimeout: 2 ** 31 - 1,
  });
});
