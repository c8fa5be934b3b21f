import { describe, expect, test } from 'vitest';
import { answer, handlerOver, throwing } from '../../test/handler-over.ts';
import { createMemoryRequest } from '../../test/memory-request.ts';
import type { Page } from './page.ts';

const mediaType = 'text/html; charset=utf-8';
const pages: readonly Page[] = [
  { path: '/docs', mediaType, headers: { 'Content-Security-Policy': "default-src 'none'" }, text: '<p>Pets' },
  { path: '/', mediaType: 'text/plain', text: 'See /docs' },
];
const cors = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Allow, Deprecation, Link, Retry-After, Sunset, WWW-Authenticate',
  Vary: 'Origin',
};

describe('a page', () => {
  test.each(['GET', 'HEAD'])(
    'is the reply to %s without a key, with its media type and its own headers',
    async (method) => {
      const headers = { ...cors, 'Content-Type': mediaType, 'Content-Security-Policy': "default-src 'none'" };
      const reply = await answer({ method, target: '/docs?q#f' }, { pages });
      expect(reply).toEqual({ status: 200, headers, body: '<p>Pets' });
    },
  );

  test('whose text is a function is made for each request, with its address', async () => {
    const text = (address?: string) => String(address);
    const { handle } = handlerOver({ pages: [{ path: '/docs', mediaType, text }] });
    for (const baseUrl of ['http://a.example', 'http://b.example/petstore', undefined]) {
      expect((await handle(createMemoryRequest({ target: '/docs', baseUrl }))).body).toBe(String(baseUrl));
    }
  });

  test.each([
    ['throws', throwing(new Error('broken')), 500],
    ['returns no string', () => undefined as never, 200],
  ])('whose function %s still gets a reply', async (_what, text, status) => {
    const options = { pages: [{ path: '/docs', mediaType, text }], onRequest: () => undefined };
    const reply = await answer({ target: '/docs' }, options);
    expect([reply.status, typeof reply.body]).toEqual([status, 'string']);
  });

  test.each(['POST', 'options', 'get'])('is a 405 for %s', async (method) => {
    const reply = await answer({ method, target: '/docs' }, { pages });
    expect(reply).toMatchObject({ status: 405, headers: { ...cors, Allow: 'GET, HEAD' } });
    expect(JSON.parse(reply.body)).toHaveProperty('message', expect.stringContaining('send GET, HEAD'));
  });

  test.each(['/', '/v', '/v2', '/v10', '/v1beta/x', '/docs/v1', '//v1'])('can be at %s', async (path) => {
    expect(await answer({ target: path }, { pages: [{ path, mediaType, text: 'here' }] })).toHaveProperty(
      'body',
      'here',
    );
  });

  test.each(['', 'docs', '*', '/v1', '/v1/', '/a?b', '/a#b', '/a%20b', 'http://host/docs', '/文', '/a\nb', '/"'])(
    'cannot be at "%s"',
    (path) => {
      const create = () => handlerOver({ pages: [{ path, mediaType, text: '' }] });
      expect(create).toThrow(TypeError);
      expect(create).toThrow(/^pages\[0\]\.path must begin with a slash, lie outside \/v1/);
    },
  );
});

describe('a page is refused when the handler is made', () => {
  const valid = { path: '/docs', mediaType, text: '' };
  test.each<readonly [what: string, page: unknown, message: RegExp]>([
    ['that is not an object', null, /^pages\[0\] must be an object\.$/],
    [
      'with a misspelt field',
      { ...valid, header: {} },
      /^pages\[0\] has the unknown field "header": its fields are path, mediaType, headers/,
    ],
    ['with a text that is a number', { ...valid, text: 5 }, /^pages\[0\]\.text must be a string or a function/],
    ['without a media type', { path: '/docs', text: '' }, /^pages\[0\]\.mediaType must be a string/],
  ])('%s', (_what, page, message) => {
    const create = () => handlerOver({ pages: [page as Page] });
    expect(create).toThrow(TypeError);
    expect(create).toThrow(message);
  });

  test('in something other than a list', () => {
    expect(() => handlerOver({ pages: {} as readonly Page[] })).toThrow('pages must be a list of pages');
  });
});

test('a page at /openapi.json replaces the document', async () => {
  const text = '{"openapi":"3.1.0"}';
  const options = { pages: [{ path: '/openapi.json', mediaType: 'application/json', text }] };
  expect(await answer({ target: '/openapi.json' }, options)).toMatchObject({ status: 200, body: text });
});

test('a page at /healthz replaces the health check, and `serves` includes it', async () => {
  const page = { path: '/healthz', mediaType: 'text/plain', text: 'fine' };
  const { handle, serves } = handlerOver({ pages: [page] });
  expect(await handle(createMemoryRequest({ target: '/healthz' }))).toMatchObject({ status: 200, body: 'fine' });
  expect(serves('/healthz')).toBe(true);
});

describe('the path of an HTML page with a slash behind it', () => {
  test.each([
    ['/docs', '/docs/', '../docs'],
    ['/a/b.html', '/a/b.html/', '../b.html'],
  ])('leads from %s to the page, relative to every mount', async (path, target, location) => {
    const { handle, serves } = handlerOver({ pages: [{ path, mediaType, text: 'here' }] });
    expect(await handle(createMemoryRequest({ target }))).toMatchObject({
      status: 302,
      headers: { Location: location },
    });
    expect(serves(target)).toBe(true);
    expect(await handle(createMemoryRequest({ target, method: 'POST' }))).toHaveProperty('status', 405);
  });

  test('is a page if there is one at it, and 404 for a page that is not HTML', async () => {
    const text = { path: '/text', mediaType: 'text/plain', text: '' };
    const { handle } = handlerOver({ pages: [{ path: '/docs/', mediaType, text: 'own' }, ...pages, text] });
    expect(await handle(createMemoryRequest({ target: '/docs/' }))).toMatchObject({ status: 200, body: 'own' });
    for (const target of ['/docs//', '/text/', '/openapi.json/']) {
      expect(await handle(createMemoryRequest({ target }))).toHaveProperty('status', 404);
    }
  });
});
