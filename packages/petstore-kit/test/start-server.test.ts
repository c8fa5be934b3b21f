import { expect, onTestFinished, test } from 'vitest';
import { createFetchHandler, createMemoryStorage, createPetStore, unwrap, type HttpOptions } from '../src/index.ts';
import { createRequestListener, startServer, type ServerOptions } from '../src/node.ts';
import { okAsync } from '../src/storage.ts';

const rex = { name: 'Rex', categoryId: 1 };

/** Starts a server until the test is over. */
async function started(options?: ServerOptions) {
  const server = await unwrap(startServer(options ?? {}));
  onTestFinished(async () => void (await server.close()));
  return server;
}

async function list(url: string, apiKey: string | undefined) {
  const response = await fetch(`${url}/pets`, { headers: { Authorization: `Bearer ${String(apiKey)}` } });
  return [response.status, await response.json()];
}

test('startServer serves a store in memory with a generated key', async () => {
  await using server = await unwrap(startServer());
  await using other = await unwrap(startServer());
  expect(await list(server.url, server.apiKey)).toEqual([200, []]);
  expect((await list(server.url, other.apiKey))[0]).toBe(401);
});

test('startServer makes a store of the storage, and closes the storage with the server', async () => {
  const closed: string[] = [];
  const storage = {
    ...createMemoryStorage({ pets: [{ id: 7, ...rex }] }),
    close: () => {
      closed.push('storage');
      return okAsync();
    },
  };
  const server = await started({ storage });
  expect(await list(server.url, server.apiKey)).toEqual([200, [{ id: 7, ...rex }]]);
  await unwrap(server.close());
  expect(closed).toEqual(['storage']);
});

test('startServer serves the store of the caller', async () => {
  const store = createPetStore();
  await unwrap(store.createPet(rex));
  const server = await started({ store });
  expect(await list(server.url, server.apiKey)).toEqual([200, [{ id: 1, ...rex }]]);
});

test('startServer serves a page at /docs unless the caller says no', async () => {
  const statuses = [];
  for (const options of [{}, { docs: false }]) {
    const { url } = await started(options);
    statuses.push((await fetch(url.replace(/v1$/, 'docs'))).status);
  }
  expect(statuses).toEqual([200, 404]);
});

test.each(Object.entries({ createFetchHandler, createRequestListener, startServer: started }))(
  '%s makes a key, or returns the first of a list, and none if a function decides',
  async (_, create) => {
    const keyOf = async (options?: HttpOptions) => (await (create as typeof started)(options)).apiKey;
    expect(await keyOf()).toMatch(/^[0-9a-f]{32}$/);
    expect(await keyOf()).not.toBe(await keyOf());
    expect(await keyOf({ apiKeys: ['one', 'two'] })).toBe('one');
    expect(await keyOf({ apiKeys: () => true })).toBeUndefined();
  },
);

test('a fetch handler serves a store in memory of its own', async () => {
  const [first, second] = [createFetchHandler(), createFetchHandler()];
  const headers = { Authorization: `Bearer ${first.apiKey}`, 'Content-Type': 'application/json' };
  const created = await first('http://pets.test/v1/pets', { method: 'POST', headers, body: JSON.stringify(rex) });
  expect(created.status).toBe(201);
  expect((await second('http://pets.test/v1/pets', { headers })).status).toBe(401);
});

test.each([
  [{ store: createPetStore(), storage: createMemoryStorage() }, 'Give startServer a store or a storage, not both'],
  [{ storage: okAsync(createMemoryStorage()) }, 'storage is the Result of opening a storage'],
  [{ store: createMemoryStorage() }, 'store must be a PetStore'],
  [{ apiKey: 'one' }, 'apiKey is not an option. The options are '],
  [{ apiKeys: [] }, 'apiKeys must be a list of at least one API key'],
])('startServer refuses the options %j: %s', (options, message) => {
  expect(() => startServer(options as never)).toThrow(TypeError);
  expect(() => startServer(options as never)).toThrow(message);
});
