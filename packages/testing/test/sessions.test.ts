import { createPetStore, parseJson, stringifyJson, unwrap } from '@petstore/core';
import { createMemoryStorage } from '@petstore/storage-memory';
import { invalidPets, misspeltPets } from '@petstore/test-support/invalid-pets';
import { startServer } from '@petstore/http-node';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startServerWithSessions, type ServerWithSessions } from '../src/index.ts';
import { openRawConnection } from '@petstore/test-support/raw-http';

interface OpenedSession {
  readonly id: string;
  readonly baseUrl: string;
  readonly apiKey: string;
}

async function start(options?: Partial<Parameters<typeof startServerWithSessions>[0]>): Promise<ServerWithSessions> {
  const store = createPetStore({ storage: createMemoryStorage() });
  const server = await unwrap(startServerWithSessions({ store, apiKeys: ['main-key'], ...options }));
  onTestFinished(() => unwrap(server.close()));
  return server;
}

/** Calls a route of the sessions with the token. */
function control({ testing }: ServerWithSessions, method: string, path: string, body?: string): Promise<Response> {
  const headers = { Authorization: `Bearer ${testing.token}`, 'Content-Type': 'application/json' };
  return fetch(`${testing.url}${path}`, { method, headers, ...(body !== undefined && { body }) });
}

async function open(server: ServerWithSessions, options?: object): Promise<OpenedSession> {
  const opened = await control(server, 'POST', '/sessions', options && JSON.stringify(options));
  expect(opened.status).toBe(201);
  return (await opened.json()) as OpenedSession;
}

/** Calls the store of a session. */
function call({ baseUrl, apiKey }: OpenedSession, path: string, init?: Parameters<typeof fetch>[1]): Promise<Response> {
  return fetch(`${baseUrl}${path}`, {
    ...init,
    headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
  });
}

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
  const rex = '{"name":"Rex","categoryId":9007199254740993}';
  expect((await call(session, '/pets', { method: 'POST', body: rex })).status).toBe(201);

  const requests = await (await control(server, 'GET', `/sessions/${session.id}/requests`)).text();
  expect(unwrap(parseJson(requests))).toMatchObject({
    requests: [
      { operation: 'listPets', status: 503, headers: { authorization: 'Bearer ***' } },
      { operation: 'listPets', status: 200 },
      { operation: 'createPet', status: 201, body: rex, json: { categoryId: 9007199254740993n } },
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

describe('the session main, whose store is /v1:', () => {
  const rex = { method: 'POST', body: '{"name":"Rex","categoryId":1}' };
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

test('closing a server ends the stalled requests of its sessions at once', async () => {
  const server = await start({ drainTimeout: 2 ** 31 - 1 });
  const session = await open(server, { script: [{ operation: 'createPet', fault: 'STALL_BODY' }] });
  const body = '{"name":"Rex","categoryId":1}';
  const stalled = await call(session, '/pets', { method: 'POST', body });
  await control(server, 'PUT', '/sessions/main/script', '[{"respond":{"status":500},"fault":"STALL_BODY"}]');
  const main = await call({ id: 'main', baseUrl: server.url, apiKey: 'main-key' }, '/pets');
  await unwrap(server.close());
  await expect(stalled.text()).rejects.toThrow(TypeError);
  await expect(main.text()).rejects.toThrow(TypeError);
});

test('wrong bodies of sessions are refused with a sentence, and change nothing', async () => {
  const server = await start();
  const session = await open(server, { pets: [{ id: 7, name: 'Mimi', categoryId: 2 }] });
  const refused = async (method: string, path: string, body?: string) => {
    const answer = await control(server, method, path, body);
    const { message, ...others } = (await answer.json()) as { message: string };
    expect(others).toEqual({ code: 'invalid_request', status: 400 });
    expect(answer.status).toBe(400);
    return message;
  };
  expect(await refused('POST', '/sessions', '{"pet":[]}')).toMatch(/^session .*"pet".* pets, apiKeys, script/);
  expect(await refused('POST', '/sessions', '{"script":[{"fault":"RESET"}]}')).toMatch(
    /^session\.script\[0\]\.fault .*EMPTY_RESPONSE, .*"RESET"/,
  );
  expect(await refused('POST', '/sessions', '{"apiKeys":[]}')).toMatch(/^apiKeys /);
  for (const { pets, problem } of [...invalidPets, ...misspeltPets]) {
    expect(await refused('POST', '/sessions', stringifyJson({ pets }))).toContain(`pets${problem}`);
  }
  expect(await refused('POST', '/sessions', '{"basePath":"api"}')).toMatch(/^session\.basePath .*\/api/);
  expect(await refused('POST', '/sessions', '{"basePath":"/v1"}')).toMatch(/^basePath /);
  expect(await refused('POST', '/sessions', '{"cors":"no"}')).toMatch(/^session\.cors .*true or false/);
  expect(await refused('POST', '/sessions', '{"maxBodyBytes":0}')).toMatch(/^session\.maxBodyBytes .* 1 /);
  const elevenKeys = JSON.stringify({ apiKeys: Array.from('abcdefghijk') });
  expect(await refused('POST', '/sessions', elevenKeys)).toMatch(/^session\.apiKeys .* 10 /);
  expect(await refused('POST', '/sessions', `{"apiKeys":["${'k'.repeat(4_097)}"]}`)).toMatch(/^apiKeys.* 4,096 /);
  expect(await refused('POST', '/sessions', '{')).toMatch(/not valid JSON/);
  expect(await refused('PUT', `/sessions/${session.id}/script`)).toMatch(/^script .*list/);
  expect(await (await call(session, '/pets')).json()).toEqual([{ id: 7, name: 'Mimi', categoryId: 2 }]);
});

test('sessions need the token, under any host name, and pages of other origins cannot read them', async () => {
  const server = await start();
  const { token, url } = server.testing;
  for (const authorization of ['Bearer main-key', 'Bearer ', `Bearer ${token}x`, token, `Basic ${token}`]) {
    const answer = await fetch(`${url}/sessions`, { method: 'POST', headers: { Authorization: authorization } });
    const message = authorization.startsWith('Bearer m') ? 'This token is not valid' : '';
    expect([answer.status, await answer.json()]).toMatchObject([
      401,
      { code: 'unauthorized', status: 401, message: expect.stringContaining(message) as string },
    ]);
    expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer realm="petstore testing"');
  }
  for (const [authorization, status] of [
    [`Bearer ${token}`, 201],
    ['Bearer main-key', 401],
  ] as const) {
    const connection = await openRawConnection(server.port);
    const head = `Host: pets.example\r\nAuthorization: ${authorization}\r\nContent-Length: 0`;
    connection.write(`POST /_testing/sessions HTTP/1.1\r\n${head}\r\n\r\n`);
    expect(await connection.receives(/\r\n\r\n.*\}$/)).toContain(`HTTP/1.1 ${status} `);
    expect(connection.received()).not.toMatch(/^access-control/im);
  }
  const preflight = { Origin: 'http://pets.example', 'Access-Control-Request-Method': 'POST' };
  const answer = await fetch(`${url}/sessions`, { method: 'OPTIONS', headers: preflight });
  expect([answer.ok, answer.headers.get('Access-Control-Allow-Origin')]).toEqual([false, null]);
});

test('an unknown path of the sessions is 404, and a wrong method 405', async () => {
  const server = await start();
  for (const path of ['', '/', '/nothing', '/openapi.json']) {
    const unknown = await control(server, 'GET', path);
    expect([unknown.status, await unknown.json()]).toMatchObject([
      404,
      {
        message: expect.stringMatching(
          / POST \/_testing\/sessions, .* DELETE \/_testing\/sessions\/\{id\}\.$/,
        ) as string,
      },
    ]);
  }
  const wrong = await control(server, 'PATCH', '/sessions');
  expect([wrong.status, wrong.headers.get('Allow')]).toEqual([405, 'POST, GET']);
});

test('of more than 1,000 sessions, the one that was unused for longest is deleted; one with an unanswered request is in use', async () => {
  const server = await start();
  const waiting = await open(server, { script: [{ operation: 'listPets', fault: 'STALL_HEADERS' }] });
  const stalled = expect(call(waiting, '/pets')).rejects.toThrow(TypeError);
  await control(server, 'GET', `/sessions/${waiting.id}/requests?atLeast=1`);
  const [used, unused] = [await open(server), await open(server)];
  const connection = await openRawConnection(server.port);
  const head = `POST /_testing/sessions HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${server.testing.token}\r\n`;
  connection.write(`${head}Content-Length: 0\r\n\r\n`.repeat(996));
  connection.write(`${head}Content-Length: 0\r\nConnection: close\r\n\r\n`);
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

test('a test can wait for the requests of its session', async () => {
  const server = await start();
  const session = await open(server);
  const requests = (query: string) => control(server, 'GET', `/sessions/${session.id}/requests${query}`);
  const waited = requests('?atLeast=2&wait=60000');
  await call(session, '/pets');
  await call(session, '/pets/1');
  expect(await (await waited).json()).toMatchObject({ requests: [{ status: 200 }, { status: 404 }] });

  const late = await requests('?atLeast=3&wait=10');
  expect([late.status, await late.json()]).toMatchObject([
    409,
    { code: 'too_few_requests', message: expect.stringMatching(/Waited 10 ms for 3 requests: 2 came: GET /) as string },
  ]);
  const ended = requests('?atLeast=3&wait=60000');
  await expect.poll(() => requests('').then((answer) => answer.status)).toBe(200); // the call before has arrived
  await control(server, 'DELETE', `/sessions/${session.id}`);
  expect([404, 409]).toContain((await ended).status);
});

test('a wait for requests ends when its client leaves', async () => {
  const server = await start();
  const { id } = await open(server);
  const connection = await openRawConnection(server.port, true);
  const head = `Host: a\r\nAuthorization: Bearer ${server.testing.token}\r\n\r\n`;
  connection.write(`GET /_testing/sessions/${id}/requests?atLeast=1&wait=60000 HTTP/1.1\r\n${head}`);
  connection.socket.end();
  expect(await connection.receives(/\}$/)).toContain('The wait for 1 requests ended');
});

test('a query of the sessions is refused by the name of the wrong parameter', async () => {
  const server = await start();
  const session = await open(server);
  for (const [query, message] of [
    ['atleast=1', /^query .*"atleast": its fields are atLeast/],
    ['atLeast=0', /^query\.atLeast .* 1 .*"0"|^query\.atLeast .* 1 .* 0\./],
    ['atLeast=two', /^query\.atLeast .*"two"/],
    ['wait=1', /^query .*atLeast/],
    ['atLeast=1&wait=-1', /^query\.wait .*"-1"/],
    ['atLeast=1&wait=60001', /^query\.wait .* 60000, not 60001/],
  ] as const) {
    const answer = await control(server, 'GET', `/sessions/${session.id}/requests?${query}`);
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { message: expect.stringMatching(message) as string },
    ]);
  }
  expect((await control(server, 'GET', '/sessions?all=1')).status).toBe(400);
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
  const body = '{"name":"Rex","categoryId":1}';
  expect((await call(session, '/pets', { method: 'POST', body })).status).toBe(413);
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
  const head = (host: string) => `Host: ${host}\r\nAuthorization: Bearer my-token\r\nContent-Length: 0\r\n\r\n`;
  for (const [host, address] of [
    ['petstore:8080', 'http://petstore:8080'],
    ['public.example', 'https://public.example/petstore'],
    ['Public.Example:80', 'https://public.example/petstore'],
  ] as const) {
    const connection = await openRawConnection(server.port);
    connection.write(`POST /_testing/sessions HTTP/1.1\r\n${head(host)}`);
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
