import { createPetStore, parseJson, stringifyJson, unwrap } from '@petstore/core';
import { petStoreContract, storageContract } from '@petstore/core/contract';
import { Low, type Adapter } from 'lowdb';
import { DataFile } from 'lowdb/node';
import { closeSync, fstatSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { invalidPets } from '@petstore/test-support/invalid-pets';
import { describe, expect, test } from 'vitest';
import { openLowdbStorage, openPetFile, type PetDocument, type TornEnd } from '../src/index.ts';
import { close, insert, list } from './opened.ts';
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

test.each([5, 'text', true, [[]], 0, '', false, {}, { pets: {} }])(
  'an adapter that reads %j holds no document',
  async (document) => {
    const adapter = { read: () => Promise.resolve(document as unknown as PetDocument), write: () => Promise.resolve() };
    expect((await openLowdbStorage(adapter))._unsafeUnwrapErr().message).toContain(
      'is not a JSON object with an array "pets", such as {"pets":[]}',
    );
  },
);

for (const [name, make] of adapters) {
  describe(`on ${name}`, () => {
    const open = async () => await unwrap(openLowdbStorage((await make())()));

    for (const check of storageContract) test(check.name, () => check.run({ open, runs: 10 }));

    for (const check of petStoreContract) {
      test(check.name, () =>
        check.run({
          runs: 10,
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

  test.each<readonly [what: string, document: unknown]>([
    ['an array', []],
    ['no pets', {}],
    ['pets that are not an array', { pets: {} }],
    ...invalidPets.map(({ what, pets }) => [what, { pets }] as const),
  ])('to hold pets, because it holds %s, is not opened', async (_what, document) => {
    const adapter = textAdapter(new Map([['pets', stringifyJson(document)]]), 'pets');
    expect((await openLowdbStorage(adapter))._unsafeUnwrapErr().message).toContain('The document of pets');
  });
});

describe('the pet file as an adapter of lowdb', () => {
  test('reads and writes a whole document, with its other keys', async () => {
    const path = await newPath(
      '{ "a": [1, 1.5, 1e400, 9007199254740993], "pets": [ { "id": 1, "name": "Rex", "categoryId": 1, "tags": [0.1] } ] }',
    );
    const file = await unwrap(openPetFile(path));
    const db = new Low<PetDocument>(file, { pets: [] });
    await db.read();
    await db.update(({ pets }) => {
      pets.push({ id: 2, ...rex });
    });
    const [first, second] = ['{"id":1,"name":"Rex","categoryId":1,"tags":[0.1]}', stringifyJson({ id: 2, ...rex })];
    expect(await readFile(path, 'utf8')).toBe(
      `{"a":[1,1.5,1e400,9007199254740993],\n"pets":[\n${first},\n${second}\n]}\n`,
    );

    await db.update(({ pets }) => {
      pets.push({ id: 3, ...rex });
    });
    await db.read();
    expect(db.data.pets.map(({ id }) => id)).toEqual([1, 2, 3]);
    await db.update(({ pets }) => {
      pets.splice(0, 3);
    });
    expect(await readFile(path, 'utf8')).toBe('{"a":[1,1.5,1e400,9007199254740993],\n"pets":[\n]}\n');
    await file.close();
  });

  test.each<[what: string, change: (document: PetDocument & { owner?: string }) => void, expected: unknown]>([
    [
      'a pet that changes in place',
      ({ pets }) => Object.assign(pets[0] as object, { name: 'Max' }),
      { owner: 'me', pets: [{ id: 1, name: 'Max', categoryId: 1 }] },
    ],
    [
      'a pet in the place of another',
      ({ pets }) => pets.splice(0, 1, { id: 7, name: 'Max', categoryId: 1 }),
      { owner: 'me', pets: [{ id: 7, name: 'Max', categoryId: 1 }] },
    ],
    [
      'another key',
      (document) => (document.owner = 'you'),
      { owner: 'you', pets: [{ id: 1, name: 'Rex', categoryId: 1 }] },
    ],
  ])('writes what is changed in a document that also grows: %s', async (_what, change, expected) => {
    const path = await newPath('{"owner":"me",\n"pets":[\n{"id":1,"name":"Rex","categoryId":1}\n]}\n');
    const file = await unwrap(openPetFile(path));
    const db = new Low<PetDocument>(file, { pets: [] });
    await db.read();
    for (const id of [8, 9]) {
      await db.update((document) => {
        if (id === 9) change(document);
        document.pets.push({ id, name: '', categoryId: 1 });
      });
    }
    await file.close();
    const { pets, ...others } = expected as { pets: unknown[] };
    const added = [8, 9].map((id) => ({ id, name: '', categoryId: 1 }));
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ ...others, pets: [...pets, ...added] });
  });

  test('returns numbers as numbers, unless they would be rounded', async () => {
    const path = await newPath('{"a":[1.5,-0.25,1.0,9007199254740993],"b":0.30000000000000000001,"pets":[]}');
    const file = await unwrap(openPetFile(path));
    const document = await file.read();
    expect(document).toMatchObject({ a: [1.5, -0.25, 1, 9007199254740993n] });
    await file.write(document);
    await file.close();
    expect(await readFile(path, 'utf8')).toBe(
      '{"a":[1.5,-0.25,1,9007199254740993],\n"b":0.30000000000000000001,\n"pets":[\n]}\n',
    );
  });

  test('is not written to before it is read', async () => {
    const path = await newPath('{"pets":[\n]}\n');
    const file = await unwrap(openPetFile(path));
    await expect(file.write({ pets: [] })).rejects.toThrow('must be read before it is written to');
    await file.close();
  });

  test('that is closed twice leaves the files alone that were opened since', async () => {
    const file = await unwrap(openPetFile(await newPath()));
    await close(await unwrap(openLowdbStorage(file)));
    const descriptor = openSync(await newPath(''), 'r'); // the system gives it the number that is free now
    await file.close();
    expect(fstatSync(descriptor).size).toBe(0);
    await expect(file.read()).rejects.toThrow('closed');
    closeSync(descriptor);
  });

  test('is locked until it is closed', async () => {
    const path = await newPath();
    const file = await unwrap(openPetFile(path));
    expect((await openPetFile(path))._unsafeUnwrapErr().message).toContain('is already open');
    await file.close();
    await (await unwrap(openPetFile(path))).close();
  });

  test('can be used by openLowdbStorage', async () => {
    const path = await newPath();
    const storage = await unwrap(openLowdbStorage(await unwrap(openPetFile(path))));
    expect(await insert(storage, rex)).toEqual({ id: 1, ...rex });
    await close(storage);
    expect(await readFile(path, 'utf8')).toBe(`{"pets":[\n${stringifyJson({ id: 1, ...rex })}\n]}\n`);
  });

  test('keeps a torn end before it writes', async () => {
    const whole = '{"pets":[\n{"id":1,"name":"Rex","categoryId":1}';
    const path = await newPath(`${whole},\n{"id":2,"na`);
    const reports: TornEnd[] = [];
    const file = await unwrap(openPetFile(path, { onTornEnd: (report) => reports.push(report) }));
    const { pets } = await file.read();
    expect(reports).toMatchObject([{ pets: 1 }]);
    expect(pets).toHaveLength(1);
    await file.write({ pets: [...pets, { id: 2, ...rex }] });
    await file.close();
    expect(await readFile(path, 'utf8')).toBe(`${whole},\n${stringifyJson({ id: 2, ...rex })}\n]}\n`);
    expect(await readFile(`${path}.torn`, 'utf8')).toBe(',\n{"id":2,"na');
  });
});
