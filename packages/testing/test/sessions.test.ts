import { createPetStore, parseJson, unwrap } from '@petstore/core';
import { createMemoryStorage } from '@petstore/storage-memory';
import { openRawConnection } from '@petstore/test-support/raw-http';
import { expect, test } from 'vitest';
import { startServerWithSessions } from '../src/index.ts';
import { call, control, open, rex, start, writeOpening } from './opened-session.ts';

test('a session is a separate store with its script, its requests and its pets', async () => {
  const server = await start();
  const session = await open(server, {
    pets: [{ id: 7, name: 'Mimi', categoryId: 2 }],
    apiKeys: ['my-key'],
    script: [{ operation: 'listPets', respond: { status: 503 } }],
  });
  expect(session).toEqual({
    id: session.id,
    baseUrl: `${server.testing.url}/sessions/${session.id}/v1`,
    apiKey: 'my-key',
  });
  expect((await call(session, '/pets')).status).toBe(503);
  expect(await (await call(session, '/pets')).text()).toBe('[{"id":7,"name":"Mimi","categoryId":2}]');
  const body = '{"name":"Rex","categoryId":9007199254740993}';
  expect((await call(session, '/pets', { method: 'POST', body })).status).toBe(201);

  const requests = await (await control(server, 'GET', `/sessions/${session.id}/requests`)).text();
  expect(unwrap(parseJson(requests))).toMatchObject({
    requests: [
      { operation: 'listPets', status: 503, headers: { authorization: 'Bearer ***' } },
      { operation: 'listPets', status: 200 },
      { operation: 'createPet', status: 201, body, json: { categoryId: 9007199254740993n } },
    ],
    leftOut: 0,
  });

  const script = '[{"respond":{"status":200,"body":{"id":9007199254740993}}}]';
  expect((await control(server, 'PUT', `/sessions/${session.id}/script`, script)).status).toBe(204);
  expect(await (await call(session, '/pets/1')).text()).toBe('{"id":9007199254740993}');

  expect((await control(server, 'DELETE', `/sessions/${session.id}/requests`)).status).toBe(204);
  const left = await (await control(server, 'GET', `/sessions/${session.id}/requests`)).json();
  expect(left).toEqual({ requests: [], leftOut: 0 });
  const stay = '[{"id":7,"name":"Mimi","categoryId":2},{"id":8,"name":"Rex","categoryId":9007199254740993}]';
  expect(await (await call(session, '/pets')).text()).toBe(stay);

  expect(await (await call(await open(server), '/pets')).text()).toBe('[]');
});

test('the sessions are listed without their keys; the first one was unused for longest', async () => {
  const server = await start();
  const opened = [await open(server), await open(server)] as const;
  await call(opened[0], '/pets');
  const text = await (await control(server, 'GET', '/sessions')).text();
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string;
  expect(JSON.parse(text)).toEqual({
    sessions: [opened[1], opened[0]].map(({ id, baseUrl }) => ({ id, baseUrl, openedAt: time, usedAt: time })),
  });
  for (const { apiKey } of opened) expect(text).not.toContain(apiKey);
});

test('a deleted session is a 404, and its stalled requests end', async () => {
  const server = await start();
  const session = await open(server, { script: [{ fault: 'STALL_HEADERS' }] });
  const stalled = expect(call(session, '/pets')).rejects.toThrow(TypeError);
  const requests = async () => {
    const answer = await control(server, 'GET', `/sessions/${session.id}/requests`);
    return ((await answer.json()) as { requests: unknown[] }).requests;
  };
  await expect.poll(requests).toHaveLength(1);
  expect((await control(server, 'DELETE', `/sessions/${session.id}`)).status).toBe(204);
  await stalled;
  for (const gone of [
    await call(session, '/pets'),
    await control(server, 'GET', `/sessions/${session.id}/requests`),
    await control(server, 'PUT', `/sessions/${session.id}/script`, '[]'),
    await control(server, 'DELETE', `/sessions/${session.id}`),
  ]) {
    expect([gone.status, await gone.json()]).toEqual([
      404,
      { code: 'not_found', message: expect.stringContaining('session') as string, status: 404 },
    ]);
  }
});

test('of more than 1,000 sessions, the one that was unused for longest is deleted; one with an unanswered request is in use', async () => {
  const server = await start();
  const waiting = await open(server, { script: [{ operation: 'listPets', fault: 'STALL_HEADERS' }] });
  const stalled = expect(call(waiting, '/pets')).rejects.toThrow(TypeError);
  await control(server, 'GET', `/sessions/${waiting.id}/requests?atLeast=1`);
  const [used, unused] = [await open(server), await open(server)];
  const connection = await openRawConnection(server.port);
  connection.write(writeOpening('a', server.testing.token).repeat(996));
  connection.write(writeOpening('a', server.testing.token, 'Connection: close\r\n'));
  expect((await connection.closed).match(/ 201 Created/g)).toHaveLength(997);
  await call(used, '/pets');
  const newest = await open(server);
  for (const session of [waiting, used, newest]) expect((await call(session, '/pets/1')).status).toBe(404);
  expect(await (await call(unused, '/pets')).json()).toMatchObject({
    message: expect.stringMatching(/the 1000 sessions used last/) as string,
  });
  await unwrap(server.close());
  await stalled;
});

test('closing a server ends the stalled requests of its sessions at once', async () => {
  const server = await start({ drainTimeout: 2 ** 31 - 1 });
  const session = await open(server, { script: [{ operation: 'createPet', fault: 'STALL_BODY' }] });
  const stalled = await call(session, '/pets', rex);
  await control(server, 'PUT', '/sessions/main/script', '[{"respond":{"status":500},"fault":"STALL_BODY"}]');
  const main = await call({ id: 'main', baseUrl: server.url, apiKey: 'main-key' }, '/pets');
  await unwrap(server.close());
  await expect(stalled.text()).rejects.toThrow(TypeError);
  await expect(main.text()).rejects.toThrow(TypeError);
});

test('a page of another origin can read the replies of a session, and the 404 of a deleted one', async () => {
  const server = await start();
  const { id, baseUrl } = await open(server);
  const origin = 'http://pets.example';
  for (const status of [401, 404]) {
    const preflight = { Origin: origin, 'Access-Control-Request-Method': 'POST' };
    for (const answer of [
      await fetch(`${baseUrl}/pets`, { method: 'OPTIONS', headers: preflight }),
      await fetch(`${baseUrl}/pets`, { method: 'POST', headers: { Origin: origin } }),
    ]) {
      expect([204, status]).toContain(answer.status);
      expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(origin);
    }
    await control(server, 'DELETE', `/sessions/${id}`);
  }
});

test('a session has the options of a test server', async () => {
  const server = await start();
  const session = await open(server, {
    maxRequests: 1,
    maxBodyBytes: 20,
    cors: false,
    publicUrl: 'https://pets.example',
    basePath: '/deep/requests',
    pets: [{ id: 7, name: 'Mimi', categoryId: 2 }],
  });
  expect(session.baseUrl).toBe(`${server.testing.url}/sessions/${session.id}/deep/requests/v1`);
  expect((await call(session, '/pets', rex)).status).toBe(413);
  const pet = await call(session, '/pets/7');
  expect([pet.status, pet.headers.get('Access-Control-Allow-Origin')]).toEqual([200, null]);
  const requests = await (await control(server, 'GET', `/sessions/${session.id}/requests`)).json();
  expect(requests).toMatchObject({ requests: [{ operation: 'getPet' }], leftOut: 1 });
  expect((await fetch(new URL('healthz', session.baseUrl))).status).toBe(200);
  expect((await fetch(new URL('docs', session.baseUrl))).status).toBe(401);
  const document = await (await fetch(new URL('openapi.json', session.baseUrl))).json();
  expect(document).toMatchObject({ servers: [{ url: 'https://pets.example/v1' }] });
  await control(server, 'DELETE', `/sessions/${session.id}`);
  expect((await call(session, '/pets')).status).toBe(404);
});

test('a session has the address under which the server was called, with the token that was set', async () => {
  const server = await start({ testingToken: 'my-token', publicUrl: 'https://public.example/petstore/' });
  expect(server.testing).toEqual({ url: 'https://public.example/petstore/_testing', token: 'my-token' });
  for (const [host, address] of [
    ['petstore:8080', 'http://petstore:8080'],
    ['public.example', 'https://public.example/petstore'],
    ['Public.Example:80', 'https://public.example/petstore'],
  ] as const) {
    const connection = await openRawConnection(server.port);
    connection.write(writeOpening(host, 'my-token'));
    expect(await connection.receives(/\r\n\r\n.*\}$/)).toContain(`"baseUrl":"${address}/_testing/sessions/`);
  }
});

test.each([
  [{ testingToken: '' }, /^testingToken /],
  [{ testingToken: 'two words' }, /^testingToken (?!.*two words)/],
  [{ testingHosts: ['petstore'] }, /^testingHosts is not an option/],
])('a server with sessions refuses %j by name', (options: object, message) => {
  const store = createPetStore({ storage: createMemoryStorage() });
  expect(() => startServerWithSessions({ store, apiKeys: ['main-key'], ...options })).toThrow(message);
});
