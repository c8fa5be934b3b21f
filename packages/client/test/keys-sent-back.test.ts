import { unwrap } from '@petstore/core';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import {
  always,
  apiKey,
  calls,
  clientOf,
  clientWith,
  errorResponse,
  response,
  startWrongServer,
} from './wrong-server.ts';

describe('a server that sends the API key back', () => {
  const echo = `Authorization: Bearer ${apiKey}`;

  test.each([
    ['in an Error body', (status: number) => errorResponse(status, echo)],
    ['in a page', (status: number) => response(status, `<pre>${echo}</pre>`)],
    ['at the end of what is kept of a page', (status: number) => response(status, `${'x'.repeat(480)}${echo}`)],
    ['in a body that is nearly JSON', (status: number) => response(status, `[${echo}`)],
  ])('%s does not get it into an error', async (_where, makeResponse) => {
    for (const status of [200, 201, 400, 401, 404, 500, 503]) {
      const server = await startWrongServer(always(makeResponse(status)));
      for (const call of Object.values(calls)) {
        const shown = inspect(await call(server.client()), { depth: 20 });
        expect(shown).not.toContain(apiKey.slice(0, 12));
      }
    }
  });

  test('percent-encoded or escaped as in JSON does not get it into an error', async () => {
    const key = String.raw`S3cret"/\k`;
    const percent = encodeURIComponent(key);
    const json = JSON.stringify({ key }).replace('/', String.raw`\/`);
    const codes = key.replace('S', String.raw`\u0053`);
    const sent = new Response(`${percent} ${json} ${codes}`, { status: 500 });
    expect(await calls.listPets(clientOf(sent, key))).toHaveProperty('body', '*** {"key":"***"} ***');
  });

  test('in the name of a pet is kept', async () => {
    const named = `{"id":7,"name":"${apiKey}","categoryId":1}`;
    const server = await startWrongServer(always(response(200, named)));
    expect((await unwrap(server.client().getPet(7))).name).toBe(apiKey);
  });
});

describe.each(['k', 'dev', 'pet', 'created', '1', 'pets', '***', 'POST'])('a short API key, %s, is masked', (key) => {
  const sentence = 'No response to POST https://dev.test/v1/pets (whether the pet was created is unknown):';

  test('in what came from outside, as a whole word, and not in our own sentences', async () => {
    const fetch = () => Promise.reject(new Error(`no key <${key}> for "${key}x"`));
    const lost = clientWith(fetch, { apiKey: key });
    expect((await calls.createPet(lost)).message).toBe(`${sentence} no key <***> for "${key}x".`);
    const body = JSON.stringify({ code: 'any', message: `No key <${key}>, but ${key}x`, status: 405 });
    const error = await calls.createPet(clientOf(new Response(body, { status: 405 }), key));
    expect(error.message).toBe(
      'The response 405 to POST https://dev.test/v1/pets cannot be used. The operation does not have this status. The server says: ' +
        `No key <***>, but ${key}x`,
    );
    expect(error).toHaveProperty('body', expect.stringContaining('No key <***>'));
  });

  test('in the path of the base address', async () => {
    const baseUrl = `https://dev.test/${encodeURIComponent(key)}/${encodeURIComponent(key)}x/v1`;
    const client = clientWith(() => Promise.reject(new Error('no')), { baseUrl, apiKey: key });
    expect((await calls.listPets(client)).message).toBe(
      `No response to GET https://dev.test/***/${encodeURIComponent(key)}x/v1/pets: no.`,
    );
  });
});
