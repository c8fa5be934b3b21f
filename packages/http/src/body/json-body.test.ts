import { ok, unwrap } from '@petstore/core';
import { describe, expect, test } from 'vitest';
import { createMemoryRequest, type RequestParts } from '../../test/memory-request.ts';
import { readJsonBody } from './json-body.ts';

const headers = { 'content-type': 'application/json' };

async function read(parts: RequestParts) {
  return readJsonBody(createMemoryRequest({ headers, ...parts }), 100);
}

describe('a JSON body', () => {
  test('may begin with a byte order mark', async () => {
    expect(unwrap(await read({ body: '\ufeff{}' }))).toEqual({});
  });

  test('is not read if its headers are refused', async () => {
    let asked = 0;
    const readBody = () => Promise.resolve(ok(new Uint8Array(++asked)));
    for (const heads of [{ 'content-length': '101' }, {}, { ...headers, 'content-encoding': 'gzip' }]) {
      expect(
        (await readJsonBody({ ...createMemoryRequest({ headers: heads, body: 'x' }), readBody }, 100)).isErr(),
      ).toBe(true);
    }
    expect(asked).toBe(0);
  });

  test('is read after one that was not UTF-8', async () => {
    expect((await read({ body: new Uint8Array([0x22, 0xe2, 0x82]) })).isErr()).toBe(true);
    expect(unwrap(await read({ body: '"€"' }))).toBe('€');
  });
});

test.each([
  ['semicolons', ';'.repeat(500_000)],
  ['semicolons and spaces', '; '.repeat(250_000)],
  ['spaces', ' '.repeat(500_000)],
  ['spaces and equals signs', `;a${' ='.repeat(250_000)}`],
  ['parameters', ';a=b'.repeat(100_000)],
  ['quoted parameters', ';a="b;c"'.repeat(50_000)],
  ['a long name', `;${'a'.repeat(500_000)}`],
  ['a long value', `;a=${'b'.repeat(500_000)}`],
  ['a quoted value without an end', `;a="${'b'.repeat(500_000)}`],
  ['backslashes in a quoted value without an end', `;a="${'\\'.repeat(500_000)}`],
  ['quoted values without an end', ';a="'.repeat(100_000)],
])(
  'a Content-Type that ends with half a million characters of %s and a control character is refused quickly',
  async (_what, tail) => {
    const headers = { 'content-type': `application/json${tail}\u0000` };
    const { code } = (await read({ body: '{}', headers }))._unsafeUnwrapErr();
    expect(code).toBe('unsupported_media_type');
  },
);
