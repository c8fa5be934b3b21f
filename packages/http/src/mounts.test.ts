import { createPetStore } from '@petstore/core';
import { createMemoryStorage } from '@petstore/storage-memory';
import { describe, expect, test } from 'vitest';
import { createFetchHandler, type HttpOptions } from './index.ts';

const page = { path: '/docs', mediaType: 'text/html; charset=utf-8', text: 'the page' };

function handlerWith(options: Partial<HttpOptions>) {
  const store = createPetStore({ storage: createMemoryStorage() });
  const handler = createFetchHandler({ store, apiKeys: ['my-key'], ...options });
  return (path: string) =>
    handler(`http://pets.test${path}`, { headers: { Authorization: 'Bearer my-key' }, redirect: 'manual' });
}

describe('a store with a basePath', () => {
  const get = (path: string) => handlerWith({ basePath: '/api/petstore', pages: [page] })(path);

  test('describes itself at its own address', async () => {
    const document = (await (await get('/api/petstore/openapi.json')).json()) as { servers: unknown };
    expect(document.servers).toEqual([{ url: 'http://pets.test/api/petstore/v1', description: 'This pet store.' }]);
  });

  test('names the addresses of the interface and of its page in a 404', async () => {
    const { message } = (await (await get('/pets')).json()) as { message: string };
    expect(message).toContain('/api/petstore/v1');
    expect(message).toContain('/api/petstore/docs');
  });
});

test.each(['api', '/api/', '/api/v1', '/a?b', '/%20', '//a', '/..', '/.', '/a/../b', 7])(
  'the basePath %j is a TypeError',
  (basePath) => {
    expect(() => handlerWith({ basePath: basePath as string })).toThrow(/^basePath must be/);
  },
);

describe('the root of a handler', () => {
  test.each<[options: Partial<HttpOptions>, path: string, location: string]>([
    [{}, '/', './docs'], // a proxy may have stripped a path
    [{ basePath: '/api/petstore' }, '/api/petstore/', '/api/petstore/docs'],
    [{ publicUrl: 'https://pets.example/a/store' }, '/', '/a/store/docs'],
    [{ publicUrl: 'https://pets.example/a&lt;b' }, '/', '/a&lt;b/docs'], // plain text needs no escapes
  ])('leads a browser to the page, with %j', async (options, path, location) => {
    const reply = await handlerWith({ pages: [page], ...options })(path);
    expect(reply.status).toBe(302);
    expect(reply.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await reply.text()).toBe(`See ${location}`);
    expect(reply.headers.get('location')).toBe(location);
  });

  test('is a 404 without an HTML page, and may be a page itself', async () => {
    expect((await handlerWith({})('/')).status).toBe(404);
    const own = handlerWith({ pages: [page, { ...page, path: '/', text: 'home' }] });
    expect(await (await own('/')).text()).toBe('home');
  });
});
