import { err, ok } from '@petstore/core';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { memoryRequest, type RequestParts } from '../test/memory-request.ts';
import { readJsonBody } from './json-body.ts';
import { statusOf } from './wire-error.ts';

const headers = { 'content-type': 'application/json' };

async function read(parts: RequestParts, limit = 100) {
  return readJsonBody(memoryRequest({ headers, ...parts }), limit);
}

async function refusal(parts: RequestParts, limit = 100) {
  const { code, message } = (await read(parts, limit))._unsafeUnwrapErr();
  return [statusOf[code], message] as const;
}

describe('a JSON body', () => {
  test('is read with every integer exact', async () => {
    expect((await read({ body: '{"n":9007199254740993}' }))._unsafeUnwrap()).toEqual({ n: 9007199254740993n });
  });

  test('may begin with a byte order mark', async () => {
    expect((await read({ body: '\ufeff{}' }))._unsafeUnwrap()).toEqual({});
  });

  test('may be as long as the limit, and no longer', async () => {
    expect((await read({ body: '"34567890"' }, 10)).isOk()).toBe(true);
    expect(await refusal({ body: '"345678901"' }, 10)).toEqual([413, expect.stringContaining('10 bytes')]);
  });

  test('is refused for a Content-Length above the limit, whatever else is wrong', async () => {
    expect(await refusal({ headers: { 'content-length': '101' } })).toEqual([413, expect.any(String)]);
  });

  test('is refused where there is none, before its type is looked at', async () => {
    expect(await refusal({ headers: {} })).toEqual([400, expect.stringContaining('empty')]);
  });

  test('is refused where it turns out to be empty', async () => {
    expect(await refusal({ body: '' })).toEqual([400, expect.stringContaining('empty')]);
  });

  test('is refused in another type, encoded, ill-formed or no UTF-8', async () => {
    expect(await refusal({ body: '{}', headers: {} })).toEqual([415, expect.stringContaining('Content-Type')]);
    expect(await refusal({ body: '{}', headers: { ...headers, 'content-encoding': 'br' } })).toEqual([
      415,
      expect.stringContaining('Content-Encoding'),
    ]);
    expect(await refusal({ body: '{' })).toEqual([400, expect.stringContaining('JSON')]);
    expect(await refusal({ body: new Uint8Array([0xff]) })).toEqual([400, expect.stringContaining('UTF-8')]);
  });

  test('is refused where its client went away', async () => {
    const request = {
      ...memoryRequest({ headers, body: '{}' }),
      readBody: () => Promise.resolve(err('aborted' as const)),
    };
    expect((await readJsonBody(request, 100))._unsafeUnwrapErr()).toEqual({
      code: 'invalid_request',
      message: expect.stringContaining('before it was complete') as string,
    });
  });

  test('is not asked for where the head tells that it is refused', async () => {
    let asked = 0;
    const readBody = () => Promise.resolve(ok(new Uint8Array(++asked)));
    for (const heads of [{ 'content-length': '101' }, {}, { ...headers, 'content-encoding': 'gzip' }]) {
      expect((await readJsonBody({ ...memoryRequest({ headers: heads, body: 'x' }), readBody }, 100)).isErr()).toBe(
        true,
      );
    }
    expect(asked).toBe(0);
  });

  test('is read alike after one that was no UTF-8', async () => {
    await refusal({ body: new Uint8Array([0x22, 0xe2, 0x82]) });
    expect((await read({ body: '"€"' }))._unsafeUnwrap()).toBe('€');
  });

  test('of any bytes is a value or an invalid request', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 100 }), async (body) => {
        const result = await read({ body });
        expect(result.isOk() || result.error.code).toBe(result.isOk() || 'invalid_request');
      }),
    );
  });
});
