import { createPetStore, unwrap } from '@petstore/core';
import { startServer } from '@petstore/http-node';
import { createMemoryStorage } from '@petstore/storage-memory';
import { describe, expect, onTestFinished, test } from 'vitest';
import { call, control, open, rex, start } from './opened-session.ts';

describe('the session main, whose store is /v1:', () => {
  const logged: string[] = [];
  async function startMain() {
    const store = createPetStore({ storage: createMemoryStorage() });
    logged.length = 0;
    const server = await start({ store, onRequest: ({ path, status }) => logged.push(`${path} ${status}`) });
    const main = { id: 'main', baseUrl: server.url, apiKey: 'main-key' };
    const controlMain = (method: string, path: string, body?: string, key = 'main-key') =>
      control({ ...server, testing: { ...server.testing, token: key } }, method, `/sessions/main${path}`, body);
    return { server, store, main, controlMain };
  }

  test('a page of another origin can ask it for an error, and read that', async () => {
    const { server, store } = await startMain();
    const origin = 'http://localhost:5173';
    const preflight = {
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization,prefer',
    };
    const allowed = await fetch(`${server.url}/pets`, { method: 'OPTIONS', headers: { Origin: origin, ...preflight } });
    expect(allowed.headers.get('Access-Control-Allow-Headers')).toBe('authorization,prefer');
    const headers = { Authorization: 'Bearer main-key', Origin: origin, Prefer: 'code=503, delay=1' };
    const failed = await fetch(`${server.url}/pets`, { ...rex, headers });
    expect([failed.status, failed.headers.get('Preference-Applied')]).toEqual([503, 'code=503, delay=1']);
    expect(failed.headers.get('Access-Control-Allow-Origin')).toBe(origin);
    expect(failed.headers.get('Access-Control-Expose-Headers')).toContain('Preference-Applied');
    expect(await unwrap(store.listPets())).toEqual([]);
    expect(logged).toEqual(['/v1/pets 204', '/v1/pets 503']);
  });

  test('no other session has a line in the log', async () => {
    const { server } = await startMain();
    expect((await call({ ...(await open(server)), apiKey: 'wrong' }, '/pets')).status).toBe(401);
    expect(logged).toEqual([]);
  });

  test('whoever has a key of it can script it, and see what is pending and what arrived', async () => {
    const { store, main, controlMain } = await startMain();
    const raw = { pieces: [{ base64: '/w==' }], gap: 0, end: 'close' };
    const script = JSON.stringify([{ operation: 'createPet', times: 2, respond: { status: 503 } }, { raw }]);
    expect((await controlMain('PUT', '/script', script)).status).toBe(204);
    expect((await call(main, '/pets', rex)).status).toBe(503);
    const pending = await (await controlMain('GET', '/script')).text();
    expect(JSON.parse(pending)).toMatchObject([
      { operation: 'createPet', times: 1, respond: { status: 503 } },
      { raw },
    ]);
    expect((await controlMain('PUT', '/script', pending)).status).toBe(204); // as it was written
    expect((await call(main, '/pets', rex)).status).toBe(503);
    expect((await controlMain('PUT', '/script', '[]')).status).toBe(204);
    expect(await (await controlMain('GET', '/script')).json()).toEqual([]);
    expect((await call(main, '/pets', rex)).status).toBe(201);
    expect(await unwrap(store.listPets())).toMatchObject([{ name: 'Rex' }]);
    expect(await (await controlMain('GET', '/requests')).json()).toMatchObject({
      requests: [503, 503, 201].map((status) => ({ path: '/v1/pets', status })),
    });
    expect(logged).toEqual(['/v1/pets 503', '/v1/pets 503', '/v1/pets 201']);
  });

  test('its key opens no other session, and it stays open with its pets', async () => {
    const { server, main, controlMain } = await startMain();
    expect((await controlMain('GET', '/script', undefined, server.testing.token)).status).toBe(200);
    const { id } = await open(server);
    const calls = [controlMain('GET', '/script', undefined, 'other'), controlMain('GET', `/../${id}/script`)];
    for (const refused of await Promise.all(calls)) expect(refused.status).toBe(401);
    await call(main, '/pets', rex);
    const refused = await controlMain('DELETE', '');
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { message: expect.stringContaining('/v1') as string },
    ]);
    expect(await (await call(main, '/pets')).json()).toMatchObject([{ name: 'Rex' }]);
  });

  test('a path with encoded letters is scripted and recorded, too', async () => {
    const { main, controlMain } = await startMain();
    await controlMain('PUT', '/script', '[{"times":2,"respond":{"status":503}}]');
    const paths = ['/%761/pets', '/v%31/pets'];
    for (const path of paths)
      expect((await call({ ...main, baseUrl: new URL(main.baseUrl).origin }, path)).status).toBe(503);
    const { requests } = (await (await controlMain('GET', '/requests')).json()) as { requests: { path: string }[] };
    expect(requests.map(({ path }) => path)).toEqual(paths);
  });

  test('only its page lets requests fail', async () => {
    const { server } = await startMain();
    expect(await (await fetch(new URL('/docs', server.url))).text()).toContain('id="faults"');
    const plain = await unwrap(startServer({ storage: createMemoryStorage() }));
    onTestFinished(() => unwrap(plain.close()));
    expect(await (await fetch(new URL('/docs', plain.url))).text()).not.toContain('id="faults"');
    const ignored = { Authorization: `Bearer ${plain.apiKey}`, Prefer: 'code=503' };
    expect((await fetch(`${plain.url}/pets`, { headers: ignored })).status).toBe(200);
  });
});
