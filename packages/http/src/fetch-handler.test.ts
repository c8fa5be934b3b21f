import { createPetStore } from '@petstore/core';
import { createMemoryStorage } from '@petstore/storage-memory';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createFetchHandler, type FetchHandler } from './index.ts';

const key = 'test-key';
const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };

function petStore(): FetchHandler {
  return createFetchHandler({ store: createPetStore({ storage: createMemoryStorage() }), apiKeys: [key] });
}

describe('a fetch handler', () => {
  test.each([
    'http://localhost/v1/pets',
    'https://pets.example/v1/pets',
    'https://pets.example:8443/v1/pets?limit=1#a-fragment',
    'http://[::1]/v1/pets#?limit=0',
    'app://store/v1/pets',
    'capacitor://localhost/v1/pets?limit=1',
    'app:/v1/pets',
    'app:///v1/pets',
  ])('answers under any host and any scheme: %s', async (url) => {
    const response = await petStore()(new Request(url, { headers }));
    expect([response.status, await response.text()]).toEqual([200, '[]']);
  });

  test('takes what fetch takes: a Request, a URL or a string, and an init', async () => {
    const fetch: typeof globalThis.fetch = petStore();
    const url = 'http://pets.test/v1/pets';
    const body = '{"name":"Rex","categoryId":1}';
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(201);
    expect((await fetch(new URL(url), { headers })).status).toBe(200);
    expect((await fetch(new Request(url, { headers }))).status).toBe(200);
    expect((await fetch(new Request(url), { headers })).status).toBe(200);
    expect((await fetch(new Request(url, { headers }), { method: 'POST', body })).status).toBe(201);
    expect((await fetch(url)).status).toBe(401);
    await expect(fetch('/v1/pets')).rejects.toThrow(TypeError); // as the global fetch does without a document
  });

  test.each([
    [
      'a server',
      new (class Server {
        readonly url = new URL('http://localhost:3000/');
      })(),
    ],
    ['variables', { mode: 'production', cache: 'my-cache', STORE: {} }],
    ['null', null],
  ])('ignores %s that a runtime passes beside the Request', async (_what, passed) => {
    const request = new Request('http://pets.test/v1/pets', {
      method: 'POST',
      headers,
      body: '{"name":"Rex","categoryId":1}',
    });
    const serve = petStore() as (request: Request, passed: unknown) => Promise<Response>;
    expect((await serve(request, passed)).status).toBe(201);
  });

  test('rejects for an aborted signal, as fetch does, and creates nothing', async () => {
    const fetch = petStore();
    const reason = new Error('too late');
    const init = { method: 'POST', headers, body: '{"name":"Rex","categoryId":1}', signal: AbortSignal.abort(reason) };
    await expect(fetch('http://pets.test/v1/pets', init)).rejects.toBe(reason);
    expect(await (await fetch('http://pets.test/v1/pets', { headers })).text()).toBe('[]');
  });

  test('creates a pet without TextDecoder, which jsdom lacks', async () => {
    vi.stubGlobal('TextDecoder', undefined);
    onTestFinished(() => void vi.unstubAllGlobals());
    const init = { method: 'POST', headers, body: '{"name":"Růža","categoryId":1}' };
    const response = await petStore()('http://pets.test/v1/pets', init);
    expect(response.status).toBe(201);
    expect(Buffer.from(await response.arrayBuffer()).toString()).toContain('"Růža"');
  });

  test.each([
    ['null, as in node-fetch', null],
    ['absent, as in whatwg-fetch', undefined],
    ['of an older platform', { aborted: false }],
  ])('takes a Request whose signal is %s', async (_which, signal) => {
    const request = new Request('http://pets.test/v1/pets', { headers });
    Object.defineProperty(request, 'signal', { value: signal });
    expect((await petStore()(request)).status).toBe(200);
  });

  test('answers HEAD with a null body', async () => {
    const response = await petStore()(new Request('http://pets.test/v1/pets', { method: 'HEAD', headers }));
    expect([response.status, response.body, response.headers.get('content-length')]).toEqual([200, null, '2']);
  });

  test('does not share headers between Responses', async () => {
    const handler = petStore();
    const first = await handler(new Request('http://pets.test/v1/pets', { headers }));
    first.headers.set('X-Mark', 'a');
    first.headers.delete('Content-Type');
    const second = await handler(new Request('http://pets.test/v1/pets', { headers }));
    expect(second.headers.get('x-mark')).toBeNull();
    expect(second.headers.get('content-type')).toBe('application/json');
  });
});
