import { err, ok, unwrap } from '@petstore/core';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMemoryRequest, type RequestParts } from '../../test/memory-request.ts';
import { readJsonBody } from './json-body.ts';
import { bodyAborted } from '../request.ts';
import { errorStatuses } from '../http-error.ts';

const headers = { 'content-type': 'application/json' };

async function read(parts: RequestParts, limit = 100) {
  return readJsonBody(createMemoryRequest({ headers, ...parts }), limit);
}

async function readError(parts: RequestParts, limit = 100) {
  const { code, message } = (await read(parts, limit))._unsafeUnwrapErr();
  return [errorStatuses[code], message] as const;
}

describe('a JSON body', () => {
  test('is read with every integer exact', async () => {
    expect(unwrap(await read({ body: '{"n":9007199254740993}' }))).toEqual({ n: 9007199254740993n });
  });

  test('may begin with a byte order mark', async () => {
    expect(unwrap(await read({ body: '\ufeff{}' }))).toEqual({});
  });

  test('may be as long as the limit, but not longer', async () => {
    expect((await read({ body: '"34567890"' }, 10)).isOk()).toBe(true);
    expect(await readError({ body: '"345678901"' }, 10)).toEqual([413, expect.stringContaining('10 bytes')]);
  });

  test('is refused for a Content-Length above the limit, whatever else is wrong', async () => {
    expect(await readError({ headers: { 'content-length': '101' } })).toEqual([413, expect.any(String)]);
  });

  test('is refused if it is missing, before its type is checked', async () => {
    expect(await readError({ headers: {} })).toEqual([400, expect.stringContaining('empty')]);
  });

  test('is refused if it is empty', async () => {
    expect(await readError({ body: '' })).toEqual([400, expect.stringContaining('empty')]);
  });

  test('is refused if it has another type, is encoded, is malformed or is not UTF-8', async () => {
    expect(await readError({ body: '{}', headers: {} })).toEqual([415, expect.stringContaining('Content-Type')]);
    expect(await readError({ body: '{}', headers: { ...headers, 'content-encoding': 'br' } })).toEqual([
      415,
      expect.stringContaining('Content-Encoding'),
    ]);
    expect(await readError({ body: '{' })).toEqual([400, expect.stringContaining('JSON')]);
    expect(await readError({ body: new Uint8Array([0xff]) })).toEqual([400, expect.stringContaining('UTF-8')]);
  });

  test('is refused if it breaks off', async () => {
    const request = {
      ...createMemoryRequest({ headers, body: '{}' }),
      readBody: () => Promise.resolve(err(bodyAborted)),
    };
    expect((await readJsonBody(request, 100))._unsafeUnwrapErr()).toEqual({
      code: 'invalid_request',
      message: expect.stringContaining('before it was complete') as string,
    });
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
    await readError({ body: new Uint8Array([0x22, 0xe2, 0x82]) });
    expect(unwrap(await read({ body: '"€"' }))).toBe('€');
  });

  test('of random bytes is a value or an error', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 100 }), async (body) => {
        const result = await read({ body });
        expect(result.isOk() || result.error.code).toBe(result.isOk() || 'invalid_request');
      }),
    );
  });
});

describe('a Content-Type', () => {
  test.each([
    ...['application/json', 'APPLICATION/JSON', 'application/json;', 'application/json ; ', 'application/json;;; ;'],
    ...['application/json;charset=utf-8', 'application/json; charset=UTF-8', 'application/json; CHARSET="Utf-8"'],
    ...['application/json; charset="ut\\f-8"', 'application/json; profile="a;charset=utf-16"'],
    ...['application/json; profile="\\""; charset=utf-8', 'application/json;\tcharset=utf-8'],
    ...['application/json; charset=utf8', 'application/json; charset = utf-8', "application/json; charset='utf-8'"],
  ])('is accepted: %s', async (contentType) => {
    expect((await read({ body: '{}', headers: { 'content-type': contentType } })).isOk()).toBe(true);
  });

  test.each([
    ...['', 'application', 'application/', 'json', 'text/json', 'application/jsonx', 'application/json5', '*/*'],
    ...['application/json+ld', 'application/json/x', 'application/json x', 'application / json'],
    ...['application/json, text/html', 'application/json; charset', 'application/json; ="x"'],
    ...['application/json; charset=utf-16', 'application/json; charset="utf-16"', 'application/json; charset="utf-8'],
    ...['application/json; charset=latin1; charset=utf-8', 'application/json; charset=""', 'application/json; a b'],
  ])('is refused: %s', async (contentType) => {
    expect(await readError({ body: '{}', headers: { 'content-type': contentType } })).toEqual([
      415,
      expect.any(String),
    ]);
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
    'that ends with half a million characters of %s and a control character is refused quickly',
    async (_what, tail) => {
      const headers = { 'content-type': `application/json${tail}\u0000` };
      expect(await readError({ body: '{}', headers })).toEqual([415, expect.any(String)]);
    },
  );
});
