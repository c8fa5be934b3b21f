import { expect, test } from 'vitest';
import { app } from './hono.ts';

test('the Hono application serves the pet store beside its own paths', async () => {
  const headers = { Authorization: 'Bearer my-key', 'Content-Type': 'application/json' };

  const created = await app.request('/v1/pets', {
    method: 'POST',
    headers,
    body: '{"name":"Rex","categoryId":1}',
  });

  expect([created.status, await created.text()]).toEqual([201, '{"id":1,"name":"Rex","categoryId":1}']);
  expect((await app.request('/v1/pets')).status).toBe(401);
  expect(await (await app.request('/health')).text()).toBe('ok\n');
});
