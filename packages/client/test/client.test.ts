import { createPetStore, type PetStore, unwrap } from '@petstore/core';
import { createFetchHandler } from '@petstore/http';
import { createMemoryStorage } from '@petstore/storage-memory';
import { startTestServer } from '@petstore/testing';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createClient } from '../src/index.ts';

const baseUrl = 'http://pets.test/v1';

describe('createClient refuses', () => {
  test.each<[string, object]>([
    ['baseUrl', { baseUrl: undefined }],
    ['baseUrl', { baseUrl: '/v1' }],
    ['baseUrl', { baseUrl: 'http://pets.test' }],
    ['baseUrl', { baseUrl: 'http://pets.test/v10' }],
    ['baseUrl', { baseUrl: new URL(baseUrl) }],
    ['apiKey', { apiKey: undefined }],
    ['apiKey', { apiKey: 'two words' }],
    ['apiKey', { apiKey: ['key'] }],
    ['fetch', { fetch: 'fetch' }],
    ['fetch', { fetch: null }],
    ...[0, -1, 1.5, NaN, Infinity, 2 ** 31, '5', null].map((timeout): [string, object] => ['timeout', { timeout }]),
  ])('%s: %o', (name, wrong) => {
    const create = () => createClient({ baseUrl, apiKey: 'key', ...wrong });
    expect(create).toThrow(TypeError);
    expect(create).toThrow(new RegExp(`^${name} must be `));
  });

  test('neither undefined options nor the bounds', () => {
    createClient({ baseUrl, apiKey: '!~', fetch: undefined, timeout: undefined });
    createClient({ baseUrl: `${baseUrl}/`, apiKey: 'key', timeout: 1 });
    createClient({ baseUrl, apiKey: 'key', timeout: 2 ** 31 - 1 });
  });
});

test('each request of the client is what the interface says, and no more', async () => {
  const server = await startTestServer({ pets: [{ id: 7, name: 'Rex', categoryId: 1 }] });
  onTestFinished(() => server.close());
  const client = createClient({ baseUrl: `${server.url}/`, apiKey: server.apiKey });
  void (await client.listPets());
  void (await client.listPets({ limit: 5, status: 'sold' }));
  void (await client.createPet({ name: 'é', categoryId: 2n ** 53n + 1n, status: undefined }));
  void (await client.getPet(7n));
  expect(server.requests()).toMatchObject([
    { method: 'GET', path: '/v1/pets', query: '', status: 200 },
    { method: 'GET', path: '/v1/pets', query: 'limit=5&status=sold', status: 200 },
    { method: 'POST', path: '/v1/pets', query: '', status: 201, body: '{"name":"é","categoryId":9007199254740993}' },
    { method: 'GET', path: '/v1/pets/7', query: '', status: 200 },
  ]);
  for (const { headers } of server.requests()) expect(headers.authorization).toBe('Bearer ***'); // else the status is 401
  expect(server.requests().map(({ headers }) => headers['content-type'])).toEqual([
    undefined,
    undefined,
    'application/json',
    undefined,
  ]);
});

test('the client refuses what a store in process refuses, with the same error, and does not send it', async () => {
  const store = createPetStore({ storage: createMemoryStorage() });
  const fetch = vi.fn(() => Promise.reject(new Error('not reached')));
  const client = createClient({ baseUrl, apiKey: 'key', fetch });
  const throwing = {
    get limit(): number {
      throw new Error('getter');
    },
  };
  const cyclic: Record<string, unknown> = { name: 'Rex' };
  cyclic.categoryId = cyclic;

  for (const query of [{ limit: 0 }, { limit: '5' }, { status: 'lost' }, null, 5, throwing] as never[]) {
    expect(await client.listPets(query)).toEqual(await store.listPets(query));
  }
  for (const newPet of [
    {},
    null,
    { name: 'Rex', categoryId: 2 ** 53 },
    { id: 1, name: '', categoryId: 1 },
    cyclic,
  ] as never[]) {
    expect(await client.createPet(newPet)).toEqual(await store.createPet(newPet));
  }
  for (const petId of [0, -1, 1.5, 2n ** 60n, '1', '../pets', null, undefined] as never[]) {
    expect(await client.getPet(petId)).toEqual(await store.getPet(petId));
  }
  expect(fetch).not.toHaveBeenCalled();
});

test('a call of the client can be passed to map, whose index is no option', async () => {
  const store = createPetStore({ storage: createMemoryStorage({ pets: [{ id: 1, name: 'Rex', categoryId: 1 }] }) });
  const client = createClient({ baseUrl, apiKey: 'key', fetch: createFetchHandler({ store, apiKeys: ['key'] }) });
  const results = await Promise.all([1, 2].map(client.getPet as PetStore['getPet']));
  expect(results.map((result) => result.isOk())).toEqual([true, false]);
  expect((await client.listPets({}, null as never)).isOk()).toBe(true);
});

test('the client looks up the fetch of the platform at each call', async () => {
  const client = createClient({ baseUrl, apiKey: 'key' });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('[]')));
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(await unwrap(client.listPets())).toEqual([]);
});
