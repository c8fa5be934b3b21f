import { describe, expect, test } from 'vitest';
import { answer, authorization, handlerOver } from '../test/handler-over.ts';

// A handler that compares before it decodes, decodes twice, or normalizes would answer some of these otherwise.
test.each([
  ...['/v1/pets', '/%76%31/pets', '/v1/%70ets', '/v1/../v1/pets', '/v1/%2e%2e/v1/pets', '/v1//pets'],
  ...['http://a/v1/pets', 'http://b:99/%761/pets'],
])('the target %s without a key is a 401', async (target) => {
  expect(await answer({ target })).toHaveProperty('status', 401);
});

test.each([
  ...['//a/v1/pets', '/%2fa/v1/pets', '/%2576%2531/pets', '/x/%2e%2e/v1/pets', '/v1\\pets', '/v1%5Cpets', '/v1;a/pets'],
  ...['/v1%00/pets', 'http://a//v1/pets', 'http://a?/v1/pets', 'ws://a/v1/pets', 'file:///v1/pets', '*'],
])('the target %s without a key is a 404', async (target) => {
  expect(await answer({ target })).toHaveProperty('status', 404);
});

test.each([
  ...['/v1/pets/', '/v1/pets%00', '/v1/pets/1%0d%0aX-Injected:%20a', '/v1/pets/%E0%A4%A', '/v1/pets/%2531'].map(
    (target) => [target, 404] as const,
  ),
  [`/v1/pets/${'9'.repeat(15_000)}`, 404],
  [`/v1/pets?limit=1${'0'.repeat(400)}`, 400],
  [`/v1/pets?${'limit=1&'.repeat(1_500)}`, 400],
  ['/v1/pets?status=sold%00', 400],
  [`/v1/pets?${'%'.repeat(15_000)}`, 200],
  ['/v1/pets?__proto__[limit]=0&__proto__=x&constructor[prototype][limit]=0', 200],
  ['http://user:secret@a/v1/pets', 200],
] as const)('the target %s with a key is a %i, in a short response', async (target, status) => {
  const response = await answer({ headers: authorization, target });
  expect([response.status, response.body.length < 1_000]).toEqual([status, true]);
  expect(JSON.stringify(response.headers)).not.toMatch(/injected/i);
});

test.each(['', '/api'])(
  'an unknown path of the interface below "%s" is a 404 that names the operations',
  async (base) => {
    const request = { headers: authorization, target: `${base}/v1/dogs` };
    const { status, body } = await answer(request, { basePath: base });
    expect(status).toBe(404);
    for (const operation of ['GET /v1/pets,', 'POST /v1/pets,', 'GET /v1/pets/{petId}']) {
      expect(body).toContain(operation.replace('/', `${base}/`));
    }
  },
);

test.each([
  [{}, { baseUrl: 'http://pets.test/mount' }, 'see http://pets.test/mount/openapi.json'],
  [{ basePath: '/api' }, { baseUrl: 'http://pets.test' }, 'see http://pets.test/api/openapi.json'],
  [{ publicUrl: 'https://pets.example' }, { baseUrl: 'http://pets.test' }, 'see https://pets.example/openapi.json'],
  [{ basePath: '/api' }, {}, 'see /api/openapi.json'],
])('an unknown path outside the interface, with %j and %j, is a 404 that says %s', async (options, at, hint) => {
  const { status, body } = await answer({ target: '/dogs', ...at }, options);
  expect(status).toBe(404);
  expect(body).toContain(hint);
});

test('the message for an unknown path quotes at most 100 characters of it', async () => {
  for (const [length, shown] of [
    [100, 'x'.repeat(99)],
    [101, `${'x'.repeat(99)}…`],
    [9_000, `${'x'.repeat(99)}…`],
  ] as const) {
    const { body } = await answer({ target: `/${'x'.repeat(length - 1)}` });
    expect(JSON.parse(body)).toHaveProperty('message', expect.stringContaining(`"/${shown}"`));
  }
});

describe('a handler serves', () => {
  const pages = [{ path: '/docs', mediaType: 'text/html', text: '' }];
  const paths = ['/v1', '/v1/pets', '/v1/nowhere', '/docs', '/docs?q', '/openapi.json', '/openapi-3.1.json', '/'];

  test.each([
    ...paths.map((path) => [path, true] as const),
    ...['/nowhere', '/v10', '/docs/x', '/healthz', ''].map((path) => [path, false] as const),
  ])('"%s": %s, and with a basePath only below it', (path, isServed) => {
    expect(handlerOver({ pages }).serves(path)).toBe(isServed);
    const { serves } = handlerOver({ pages, basePath: '/api' });
    expect(serves(`/api${path}`)).toBe(isServed);
    expect(serves(path)).toBe(false);
    expect(serves(`/ipa${path}`)).toBe(false);
  });

  test('not the root without a page of HTML', () => {
    expect(handlerOver().serves('/')).toBe(false);
    expect(handlerOver({ pages: [{ path: '/docs', mediaType: 'text/plain', text: '' }] }).serves('/')).toBe(false);
  });
});
