import { createPetStore, stringifyJson } from '@petstore/core';
import { arbitraryNewPet, createInvalidVariants } from '@petstore/core/contract';
import { createMemoryStorage } from '@petstore/storage-memory';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFetchHandler } from './index.ts';

const headers = { Authorization: 'Bearer my-key', 'Content-Type': 'application/json' };
const url = 'http://pets.test/v1/pets';

function openHandler() {
  return createFetchHandler({ store: createPetStore({ storage: createMemoryStorage() }), apiKeys: ['my-key'] });
}

test('a body that the core refuses is 400, and nothing is stored', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryNewPet(), async (newPet) => {
      const handler = openHandler();
      for (const invalid of createInvalidVariants(newPet)) {
        const body = stringifyJson(invalid);
        expect([body, (await handler(url, { method: 'POST', headers, body })).status]).toEqual([body, 400]);
      }
      expect(await (await handler(url, { headers })).text()).toBe('[]');
    }),
  );
});

test('a limit outside 1 to 100 is 400', async () => {
  const handler = openHandler();
  const notLimits = fc.oneof(fc.integer({ max: 0 }), fc.integer({ min: 101 }), fc.double({ noInteger: true }));
  await fc.assert(
    fc.asyncProperty(notLimits, async (limit) => {
      expect((await handler(`${url}?limit=${limit}`, { headers })).status).toBe(400);
    }),
  );
});
