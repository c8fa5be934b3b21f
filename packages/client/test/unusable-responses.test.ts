import { unwrap, type ResultAsync } from '@petstore/core';
import { describe, expect, test } from 'vitest';
import type { PetStoreClient } from '../src/index.ts';
import { always, calls, clientOf, collectErrors, pet, response, rex, startWrongServer } from './wrong-server.ts';

type Call = (client: PetStoreClient) => ResultAsync<unknown, { readonly message: string }>;
const list: Call = (client) => client.listPets();
const listTwo: Call = (client) => client.listPets({ limit: 2 });
const listSold: Call = (client) => client.listPets({ status: 'sold' });
const create: Call = (client) => client.createPet(rex);
const createSold: Call = (client) => client.createPet({ ...rex, categoryId: 2n ** 53n + 1n, status: 'sold' });
const getEight: Call = (client) => client.getPet(8);

const page = '<!doctype html><title>502 Bad Gateway</title>';
const pending = '[{"id":7,"name":"Rex","categoryId":1,"status":"pending"}]';
const beyondInt64 = '[{"id":1,"name":"Rex","categoryId":9223372036854775808}]';
const pets = (length: number) => `[${Array.from({ length }, () => pet).join()}]`;

/** The bytes of a response, and its body. */
const sent = (status: number, body: string) => [response(status, body), body] as const;
const listed = (body: string) => sent(200, body);
const created = (name: string, rest: string) => sent(201, `{"id":7,"name":"${name}","categoryId":${rest}}`);
const sentRaw = (head: string, body: string) => [`HTTP/1.1 ${head}\r\nConnection: close\r\n\r\n${body}`, body] as const;
const [tooShort] = sentRaw('200 OK\r\nContent-Length: 5', `[${pet}]`);

const noError = 'not an Error';
const unknownStatus = 'does not have this status';
const otherStatus = (status: string) => `The pet 7 has the status ${status}, and sold was asked for.`;
const otherPet = 'The created pet is not the pet that was sent';

describe('a response is invalid_response, and the error says why:', () => {
  test.each<readonly [what: string, call: Call, bytes: string, body: string, why: string]>([
    ['an Error of another status', list, ...sent(503, '{"code":"a","message":"b","status":400}'), noError],
    ['an Error without a message', list, ...sent(503, '{"code":"a","status":503}'), noError],
    ['an Error whose message is no text', list, ...sent(503, '{"code":"a","message":7,"status":503}'), noError],
    ['an Error without a code', list, ...sent(503, '{"message":"b","status":503}'), noError],
    ['null instead of an Error', list, ...sent(503, 'null'), noError],
    ['nothing instead of an Error', list, ...sent(503, ''), noError],
    ['a page with 400', list, ...sent(400, page), noError],
    ['a page with 502', list, ...sent(502, page), noError],
    ['a page with 202', list, ...sent(202, page), unknownStatus],
    ['a page with 299', list, ...sent(299, page), unknownStatus],
    ['a page with 300', list, ...sent(300, page), unknownStatus],
    ['a page with 399', list, ...sent(399, page), unknownStatus],
    ['304, which is no redirect', list, ...sentRaw('304 Not Modified', ''), unknownStatus],
    ['200 for a creation', create, ...sent(200, pet), unknownStatus],
    ['202 for a creation', create, ...sent(202, pet), unknownStatus],
    ['204 for a creation', create, ...sentRaw('204 No Content', ''), unknownStatus],
    ['a page instead of a list', list, ...listed(page), 'not JSON'],
    ['a list cut off without a trace in the framing', list, ...sentRaw('200 OK', `[${pet}`), 'not JSON'],
    ['a list whose length is too short', list, tooShort, '[{"id', 'not JSON'],
    ['an object instead of a list', list, ...listed('{}'), 'not a list'],
    ['a pet without an id', list, ...listed('[{"name":"Rex","categoryId":1}]'), 'id is required'],
    ['a categoryId beyond int64', list, ...listed(beyondInt64), 'categoryId must be'],
    ['something other than a pet', list, ...listed('[1]'), 'must be an object'],
    ['a list beyond its limit', listTwo, ...listed(pets(3)), '3 pets, and the limit is 2'],
    ['a list beyond the default limit', list, ...listed(pets(21)), '21 pets, and the limit is 20'],
    ['a listed pet without a status', listSold, ...listed(pets(1)), otherStatus('(none)')],
    ['a listed pet of another status', listSold, ...listed(pending), otherStatus('pending')],
    ['another name of a created pet', createSold, ...created('rex', '9007199254740993,"status":"sold"'), otherPet],
    ['a rounded categoryId', createSold, ...created('Rex', '9007199254740992,"status":"sold"'), otherPet],
    ['another status of a created pet', createSold, ...created('Rex', '9007199254740993,"status":"pending"'), otherPet],
    ['no status of a created pet', createSold, ...created('Rex', '9007199254740993'), otherPet],
    ['a pet of another id', getEight, ...sent(200, pet), 'has the id 7, and 8 was asked for'],
  ])('%s', async (_what, call, bytes, body, why) => {
    const server = await startWrongServer(always(bytes));
    const error = (await call(server.client()))._unsafeUnwrapErr();
    expect(error).toMatchObject({
      code: 'invalid_response',
      status: Number(bytes.slice(9, 12)),
      body: body.slice(0, 500),
    });
    expect(error.message).toContain(why);
  });

  test.each([301, 302, 303, 307, 308])('a redirect, %i, which is not followed', async (status) => {
    const other = await startWrongServer(always(response(200, '[]')));
    const server = await startWrongServer(always(response(status, '', `Location: ${other.baseUrl}/pets\r\n`)));
    for (const error of await collectErrors(server.client())) {
      expect(error).toMatchObject({ code: 'invalid_response', status });
      expect(error.message).toContain('A redirect is not followed');
    }
    expect(other.requests()).toEqual([]);
  });

  test('a redirect in a browser, which hides its status', async () => {
    const error = await calls.listPets(clientOf(Response.error())); // has the status 0 too
    expect(error).toMatchObject({ code: 'invalid_response', status: 0 });
    expect(error.message).toContain('A redirect is not followed');
  });
});

test('a created pet may have got a status, and unknown fields are dropped', async () => {
  const body = '{"id":7,"name":"Rex","categoryId":1,"status":"available","owner":"me"}';
  const server = await startWrongServer(always(response(201, body)));
  expect(await unwrap(server.client().createPet(rex))).toEqual({ id: 7, ...rex, status: 'available' });
});

test('a list and its pets are frozen', async () => {
  const server = await startWrongServer(always(response(200, `[${pet}]`)));
  const pets = await unwrap(server.client().listPets());
  expect([pets, ...pets].every(Object.isFrozen)).toBe(true);
});
