import { stringifyJson } from '@petstore/core';
import { invalidPets, misspeltPets } from '@petstore/test-support/invalid-pets';
import { openRawConnection } from '@petstore/test-support/raw-http';
import { expect, test } from 'vitest';
import { call, control, open, start, writeOpening } from './opened-session.ts';

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
  for (const bearer of [token, 'main-key']) {
    const connection = await openRawConnection(server.port);
    connection.write(writeOpening('pets.example', bearer));
    expect(await connection.receives(/\r\n\r\n.*\}$/)).toContain(`HTTP/1.1 ${bearer === token ? 201 : 401} `);
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
    const { message } = (await unknown.json()) as { message: string };
    expect(unknown.status).toBe(404);
    expect(message).toMatch(/ POST \/_testing\/sessions, .* DELETE \/_testing\/sessions\/\{id\}\.$/);
  }
  const wrong = await control(server, 'PATCH', '/sessions');
  expect([wrong.status, wrong.headers.get('Allow')]).toEqual([405, 'POST, GET']);
});

test('a wrong body or query of the sessions is refused with a sentence, and changes nothing', async () => {
  const server = await start();
  const session = await open(server, { pets: [{ id: 7, name: 'Mimi', categoryId: 2 }] });
  const refused = async (method: string, path: string, body?: string) => {
    const answer = await control(server, method, path, body);
    const { message, ...others } = (await answer.json()) as { message: string };
    expect([answer.status, others]).toEqual([400, { code: 'invalid_request', status: 400 }]);
    return message;
  };
  for (const [body, message] of [
    ['{', /not valid JSON/],
    ['{"pet":[]}', /^session .*"pet".* pets, apiKeys, script/],
    ['{"script":[{"fault":"RESET"}]}', /^session\.script\[0\]\.fault .*EMPTY_RESPONSE, .*"RESET"/],
    ['{"apiKeys":[]}', /^apiKeys /],
    ['{"apiKeys":["a","b","c","d","e","f","g","h","i","j","k"]}', /^session\.apiKeys .* 10 /],
    [`{"apiKeys":["${'k'.repeat(4_097)}"]}`, /^apiKeys.* 4,096 /],
    ['{"basePath":"api"}', /^session\.basePath .*\/api/],
    ['{"basePath":"/v1"}', /^basePath /],
    ['{"cors":"no"}', /^session\.cors .*true or false/],
    ['{"maxBodyBytes":0}', /^session\.maxBodyBytes .* 1 /],
  ] as const) {
    expect(await refused('POST', '/sessions', body)).toMatch(message);
  }
  for (const { pets, problem } of [...invalidPets, ...misspeltPets]) {
    expect(await refused('POST', '/sessions', stringifyJson({ pets }))).toContain(`pets${problem}`);
  }
  for (const [query, message] of [
    ['atleast=1', /^query .*"atleast": its fields are atLeast/],
    ['atLeast=0', /^query\.atLeast .* 1 .*"0"|^query\.atLeast .* 1 .* 0\./],
    ['atLeast=two', /^query\.atLeast .*"two"/],
    ['wait=1', /^query .*atLeast/],
    ['atLeast=1&wait=-1', /^query\.wait .*"-1"/],
    ['atLeast=1&wait=60001', /^query\.wait .* 60000, not 60001/],
  ] as const) {
    expect(await refused('GET', `/sessions/${session.id}/requests?${query}`)).toMatch(message);
  }
  expect(await refused('GET', '/sessions?all=1')).toMatch(/^query /);
  expect(await refused('PUT', `/sessions/${session.id}/script`)).toMatch(/^script .*list/);
  expect(await (await call(session, '/pets')).json()).toEqual([{ id: 7, name: 'Mimi', categoryId: 2 }]);
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
