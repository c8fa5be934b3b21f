import { describe, expect, test } from 'vitest';
import { always, apiKey, calls, clientOf, errorResponse, response, startWrongServer } from './wrong-server.ts';

test.each([
  ['listPets', 400, 'invalid_request', 'not_created'],
  ['createPet', 400, 'invalid_request', 'not_created'],
  ['getPet', 404, 'not_found', undefined],
  ...(['listPets', 'createPet', 'getPet'] as const).flatMap((call) => [
    [call, 401, 'unauthorized', 'not_created'] as const,
    [call, 503, 'storage_failure', 'unknown'] as const,
  ]),
] as const)(
  'an Error body becomes the error that the store has in process. For %s, %i is %s, with the outcome %s',
  async (call, status, code, outcome) => {
    const server = await startWrongServer(always(errorResponse(status, 'Because of this.')));
    const error = { code, status, message: 'Because of this.', outcome };
    expect(await calls[call](server.client())).toEqual({ ...error, serverCode: 'any_code' });
  },
);

test.each([
  [400, 'out_of_dog_food', 'out_of_dog_food'],
  [400, 'invalid_request', undefined],
  [400, 'x'.repeat(600), 'x'.repeat(500)],
  [400, `no_${apiKey}`, 'no_***'],
  [401, 'key_expired', 'key_expired'],
  [403, 'not_yours', 'not_yours'],
  [503, 'full', 'full'],
])('the error of a response %i with the code %s has the serverCode %s', async (status, code, serverCode) => {
  const body = JSON.stringify({ code, message: 'Why.', status });
  const error = await calls.createPet(clientOf(new Response(body, { status })));
  if (serverCode === undefined) expect(error).not.toHaveProperty('serverCode');
  else expect(error).toHaveProperty('serverCode', serverCode);
});

test.each([
  ['listPets', 404],
  ['createPet', 404],
  ['getPet', 400],
  ...[405, 408, 413, 415, 429, 500, 501, 502].map((status) => ['createPet', status] as const),
] as const)(
  'a status that %s does not have, %i, is invalid_response, with what the server says',
  async (call, status) => {
    const server = await startWrongServer(always(errorResponse(status, 'Because of this.')));
    const error = await calls[call](server.client());
    const outcome = status < 500 ? 'not_created' : 'unknown';
    expect(error).toMatchObject({ code: 'invalid_response', status, outcome });
    expect(error.message).toContain('Because of this.');
    expect((error as { body: string }).body).toContain('any_code');
  },
);

describe('a 401 without an Error body is unauthorized:', () => {
  test.each([
    ["a gateway's page", '<html>401 Authorization Required</html>'],
    ['nothing', ''],
    ['an Error body of another status', '{"code":"a","message":"b","status":400}'],
    ['JSON of another kind', '{"error":"invalid_token"}'],
  ])('%s', async (_what, body) => {
    const server = await startWrongServer(always(response(401, body)));
    for (const call of Object.values(calls)) {
      const error = await call(server.client());
      expect(error).toMatchObject({ code: 'unauthorized', status: 401 });
      expect(error.message).toContain('401');
    }
  });

  test('a page that is not UTF-8', async () => {
    const error = await calls.listPets(clientOf(new Response(new Uint8Array([0xe9]), { status: 401 })));
    expect(error).toMatchObject({ code: 'unauthorized', status: 401 });
  });
});

test('the texts of an error are bounded', async () => {
  const server = await startWrongServer(always(errorResponse(500, 'x'.repeat(100_000))));
  const error = await calls.createPet(server.client());
  expect(error).toMatchObject({ code: 'invalid_response', body: expect.stringMatching(/^.{500}$/) as string });
  expect(error.message).toMatch(/^.{500}…$/);
});
