import { createPetStore, parseJson, stringifyJson, unwrap } from '@petstore/core';
import { petStoreContract, storageContract } from '@petstore/core/contract';
import type { Adapter } from 'lowdb';
import { DataFile } from 'lowdb/node';
import { invalidPets } from '@petstore/test-support/invalid-pets';
import { slowRuns } from '@petstore/test-support/runs';
import { describe, expect, test } from 'vitest';
import { openLowdbStorage, type PetAdapter, type PetDocument } from '../src/index.ts';
import { insert, list } from './opened.ts';
import { petFilePaths } from './pet-file-paths.ts';

const newPath = await petFilePaths();
const rex = { name: 'Rex', categoryId: 2n ** 63n - 1n };

/** Lowdb's file adapter, with JSON that keeps 64-bit integers. */
function dataFile(path: string): Adapter<PetDocument> {
  const parse = (text: string) => unwrap(parseJson(text)) as PetDocument;
  return new DataFile<PetDocument>(path, { parse, stringify: stringifyJson });
}

/** An adapter that keeps a text under a key, like a browser's `localStorage`. */
function textAdapter(texts: Map<string, string>, key: string): Adapter<PetDocument> {
  return {
    read: () => {
      const text = texts.get(key);
      return Promise.resolve(text === undefined ? null : (unwrap(parseJson(text)) as PetDocument));
    },
    write: (document) => {
      texts.set(key, stringifyJson(document));
      return Promise.resolve();
    },
  };
}

const adapters: readonly (readonly [name: string, make: () => Promise<() => Adapter<PetDocument>>])[] = [
  [
    "lowdb's DataFile",
    async () => {
      const path = await newPath();
      return () => dataFile(path);
    },
  ],
  [
    'a text in memory',
    () => {
      const texts = new Map<string, string>();
      return Promise.resolve(() => textAdapter(texts, 'pets'));
    },
  ],
];

for (const [name, make] of adapters) {
  describe(`on ${name}`, () => {
    const open = async () => await unwrap(openLowdbStorage((await make())()));

    for (const check of storageContract) test(check.name, () => check.run({ open, runs: slowRuns }));

    for (const check of petStoreContract) {
      test(check.name, () =>
        check.run({
          async open() {
            const adapter = await make();
            const reopen = async () => createPetStore({ storage: await unwrap(openLowdbStorage(adapter())) });
            return { store: await reopen(), reopen };
          },
        }),
      );
    }

    test('other keys of the document stay', async () => {
      const adapter = await make();
      await adapter().write({ owner: 'me', pets: [] } as PetDocument);
      const storage = await unwrap(openLowdbStorage(adapter()));
      const pet = await insert(storage, rex);
      expect(await adapter().read()).toEqual({ owner: 'me', pets: [pet] });
    });
  });
}

describe('an adapter that fails', () => {
  test('to write fails the creation, and no pet is seen', async () => {
    const texts = new Map<string, string>();
    const adapter = textAdapter(texts, 'pets');
    let isFull = true;
    const full: Adapter<PetDocument> = {
      ...adapter,
      write: (document) => (isFull ? Promise.reject(new Error('QuotaExceededError')) : adapter.write(document)),
    };
    const storage = await unwrap(openLowdbStorage(full));
    const { code, message, outcome } = (await storage.insert(rex))._unsafeUnwrapErr();
    expect([code, outcome]).toEqual(['storage_failure', undefined]); // the adapter may have written it
    expect(message).toContain('QuotaExceededError');
    expect(await list(storage)).toEqual([]);
    isFull = false;
    expect(await insert(storage, rex)).toEqual({ id: 1, ...rex });
  });

  test('to read is not opened', async () => {
    const adapter: Adapter<PetDocument> = {
      read: () => Promise.reject(new Error('EIO')),
      write: () => Promise.resolve(),
    };
    expect((await openLowdbStorage(adapter))._unsafeUnwrapErr().message).toContain('EIO');
  });

  test.each<readonly [what: string, document: unknown, expected: string]>([
    ...[5, 'text', true, [], [[]], 0, '', false, {}, { pets: {} }].map(
      (document) =>
        [JSON.stringify(document), document, 'is not a JSON object with an array "pets", such as {"pets":[]}'] as const,
    ),
    ...invalidPets.map(
      ({ what, pets, problem }) => [what, { pets }, `does not hold valid pets: pets${problem}`] as const,
    ),
  ])('to read a document of pets, because it reads %s, is closed and not opened', async (_what, document, expected) => {
    let closed = 0;
    const adapter: PetAdapter = {
      read: () => Promise.resolve(document as PetDocument),
      write: () => Promise.resolve(),
      close: () => Promise.resolve(void closed++),
    };
    const { message } = (await openLowdbStorage(adapter))._unsafeUnwrapErr();
    expect(message).toContain(`The document of pets ${expected}`);
    expect(closed).toBe(1);
  });
});

test("an adapter is closed once, with its storage, and a failure to close it is the storage's", async () => {
  let closed = 0;
  const storage = await unwrap(
    openLowdbStorage({
      ...textAdapter(new Map(), 'pets'),
      close: () => (++closed, Promise.reject(new Error('EIO'))),
    }),
  );
  for (let i = 0; i < 2; i++) {
    expect((await storage.close())._unsafeUnwrapErr().message).toBe('The document of pets cannot be closed (EIO).');
  }
  expect(closed).toBe(1);
});
