// One test suite, run in process, over the fetch handler and against a URL: your code sees a PetStore, wherever it is.
import {
  createClient,
  createFetchHandler,
  createMemoryStorage,
  createPetStore,
  type PetStore,
  unwrap,
  type UnwrappableError,
} from 'petstore-kit';
import { startServer } from 'petstore-kit/node';
import { afterEach, describe, expect, test } from 'vitest';

/** A pet store in process or over HTTP. */
type AnyPetStore = PetStore<UnwrappableError>;

/** The code under test. */
async function sell(store: AnyPetStore, names: readonly string[]): Promise<readonly string[]> {
  for (const name of names) await unwrap(store.createPet({ name, categoryId: 1, status: 'sold' }));
  return (await unwrap(store.listPets({ status: 'sold' }))).map(({ name }) => name);
}

let close: (() => Promise<unknown>) | undefined;

afterEach(() => close?.());

const ways: Readonly<Record<string, () => AnyPetStore | Promise<AnyPetStore>>> = {
  'in process': createStore,
  'over the fetch handler'() {
    const fetch = createFetchHandler({ store: createStore(), apiKeys: ['my-key'] });
    return createClient({ baseUrl: 'http://pets.test/v1', apiKey: 'my-key', fetch });
  },
  async 'against a URL'() {
    const server = await unwrap(startServer({ store: createStore(), apiKeys: ['my-key'] }));
    close = () => unwrap(server.close());
    return createClient({ baseUrl: server.url, apiKey: 'my-key' });
  },
};

function createStore() {
  return createPetStore({ storage: createMemoryStorage() });
}

describe.each(Object.entries(ways))('%s', (_way, open) => {
  test('lists what it sold', async () => {
    expect(await sell(await open(), ['Rex', 'Mimi'])).toEqual(['Rex', 'Mimi']);
  });

  test('says what is wrong', async () => {
    const result = await (await open()).listPets({ limit: 101 });
    expect(result.isErr() && result.error.code).toBe('invalid_request');
  });
});
