import { createPetStore } from '@petstore/core';
import { createMemoryStorage } from '@petstore/storage-memory';
import express from 'express';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createRequestListener } from '../src/index.ts';

const headers = { Authorization: 'Bearer my-key', 'Content-Type': 'application/json' };

async function serve(mount: (app: express.Express, pets: express.RequestHandler) => void): Promise<string> {
  const app = express();
  const store = createPetStore({ storage: createMemoryStorage() });
  mount(app, createRequestListener({ store, apiKeys: ['my-key'] }));
  const server = app.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('in Express, a store', () => {
  test.each(['/', '/v1', '/api/petstore', '/api/petstore/v1'])('mounted at %s serves the interface', async (path) => {
    const url = await serve((app, pets) => app.use(path, pets));
    const prefix = path.replace(/\/(?:v1)?$/, '');
    const creation = await fetch(`${url}${prefix}/v1/pets`, {
      method: 'POST',
      headers,
      body: '{"name":"Rex","categoryId":1}',
    });
    expect(creation.status).toBe(201);
    expect((await fetch(`${url}${prefix}/v1/pets/1`, { headers })).status).toBe(200);
    expect((await fetch(`${url}${prefix}/v1`, { headers })).status).toBe(404);
  });

  test('leaves what it does not serve to the routes behind it', async () => {
    const url = await serve((app, pets) => {
      app.use(pets).get('/health', (_request, response) => void response.send('well'));
    });
    expect(await (await fetch(`${url}/health`)).text()).toBe('well');
    expect((await fetch(`${url}/v1/health`)).status).toBe(401);
    expect((await fetch(`${url}/openapi.json`)).status).toBe(200);
  });

  test.each([
    ['json', express.json()],
    ['text', express.text({ type: '*/*' })],
    ['raw', express.raw({ type: '*/*' })],
  ])('takes the body that express.%s() has read', async (_name, parser) => {
    const url = await serve((app, pets) => app.use(parser, pets));
    const create = (body: string) => fetch(`${url}/v1/pets`, { method: 'POST', headers, body });
    expect(await (await create('{"name":"Rex","categoryId":7}')).json()).toEqual({ id: 1, name: 'Rex', categoryId: 7 });
    expect((await create('{"name":"Rex"}')).status).toBe(400);
    expect((await create(JSON.stringify({ name: 'x'.repeat(70_000), categoryId: 1 }))).status).toBe(413);
  });

  test('fails where express.json() has rounded a number', async () => {
    const url = await serve((app, pets) => app.use(express.json(), pets));
    const body = '{"name":"Rex","categoryId":9007199254740993}';
    expect((await fetch(`${url}/v1/pets`, { method: 'POST', headers, body })).status).toBe(500);
  });
});
