import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { requireApiKey, type ApiKeyGate, type ApiKeys } from './api-key-gate.ts';
import { createPetStore, type PetStore } from './pet-store.ts';
import { hostileValues } from '../test/hostile-values.ts';
import { createPlainStorage } from '../test/plain-storage.ts';

let store: PetStore;
beforeAll(() => {
  store = createPetStore({ storage: createPlainStorage() });
});

const notValid = { code: 'unauthorized', message: 'This API key is not valid.', status: 401 };
const required = {
  code: 'unauthorized',
  message: 'An API key is required: send the header "Authorization: Bearer <API_KEY>".',
  status: 401,
};

/** Keys as callers without types may give them. */
const gateOf = (keys: unknown) => requireApiKey(store, keys as ApiKeys);

const apiKey = () =>
  fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)), minLength: 1 });

describe('a list of keys', () => {
  let gate: ApiKeyGate;
  beforeAll(() => {
    gate = requireApiKey(store, ['first-key', 'second-key', 'k']);
  });

  test.each(['first-key', 'second-key', 'k'])('opens the store for %s', async (key) => {
    expect((await gate.authenticate(key))._unsafeUnwrap()).toBe(store);
  });

  test.each([
    ...['first-ke', 'first-key ', ' first-key', 'irst-key', 'First-key', 'first-keyfirst-key', 'first-key\u0000'],
    ...['first-key,second-key', 'kk', 'kkkkkkkkk', 'second-kez', ' ', 'é', '🐕', '\ud800', 'undefined'],
  ])('opens nothing for %j', async (key) => {
    expect((await gate.authenticate(key))._unsafeUnwrapErr()).toStrictEqual(notValid);
  });

  test('opens nothing for a key of 100,000 characters', async () => {
    expect((await gate.authenticate('x'.repeat(100_000)))._unsafeUnwrapErr()).toStrictEqual(notValid);
  });

  test('opens nothing for a key that differs in any one place', async () => {
    const key = 'first-key';
    for (let place = 0; place < key.length; place++) {
      const bit = String.fromCharCode(key.charCodeAt(place) ^ 1);
      const differing = key.slice(0, place) + bit + key.slice(place + 1);
      expect((await gate.authenticate(differing)).isErr(), differing).toBe(true);
    }
  });

  test('opens for exactly its keys', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(apiKey(), { minLength: 1 }), apiKey(), async (keys, other) => {
        const opened = requireApiKey(store, keys);
        for (const key of keys) expect((await opened.authenticate(key)).isOk()).toBe(true);
        expect((await opened.authenticate(other)).isOk()).toBe(keys.includes(other));
      }),
    );
  });

  test('is copied: what its owner does to it later opens and closes nothing', async () => {
    const keys = ['first-key'];
    const opened = requireApiKey(store, keys);
    keys[0] = 'changed-key';
    keys.push('added-key');
    expect((await opened.authenticate('first-key')).isOk()).toBe(true);
    expect((await opened.authenticate('changed-key')).isErr()).toBe(true);
    expect((await opened.authenticate('added-key')).isErr()).toBe(true);
  });

  test.each([
    ...['', ' ', 'a b', 'a\tb', 'a\n', 'a\u0000', 'clé', '🐕', '\u007f'],
    ...[undefined, null, 1, true, {}, ['a'], Symbol('a'), new String('a')],
  ])('is refused with a key that a header cannot carry: %o', (key) => {
    const message = 'keys: an API key must be a non-empty string of visible ASCII characters without spaces.';
    expect(() => gateOf([key])).toThrow(new TypeError(message));
    expect(() => gateOf(['good-key', key])).toThrow(new TypeError(message));
  });

  test('is refused with a hole in it', () => {
    const keys = ['good-key'];
    keys.length = 2;
    expect(() => gateOf(keys)).toThrow(TypeError);
  });

  test.each([undefined, null, [], {}, '', 'one-key', 1, true, new Set(['one-key']), { length: 1, 0: 'one-key' }])(
    'is refused where it is none: %o',
    (keys) => {
      expect(() => gateOf(keys)).toThrow(new TypeError('keys must hold at least one API key, or be a function.'));
    },
  );
});

describe('a function', () => {
  test('says for each key whether it is valid', async () => {
    const gate = requireApiKey(store, (key) => key.startsWith('good-'));
    expect((await gate.authenticate('good-key'))._unsafeUnwrap()).toBe(store);
    expect((await gate.authenticate('bad-key'))._unsafeUnwrapErr()).toStrictEqual(notValid);
  });

  test('may take its time', async () => {
    const gate = requireApiKey(store, (key) => new Promise((resolve) => setTimeout(resolve, 1, key === 'good-key')));
    expect((await gate.authenticate('good-key'))._unsafeUnwrap()).toBe(store);
    expect((await gate.authenticate('bad-key'))._unsafeUnwrapErr()).toStrictEqual(notValid);
  });

  test('is given the key as it came, and is not asked where there is none', async () => {
    const asked: unknown[] = [];
    const gate = requireApiKey(store, (key) => asked.push(key) > 0);
    for (const key of [undefined, '', ' clé ']) await gate.authenticate(key).unwrapOr(store);
    expect(asked).toEqual([' clé ']);
  });

  const notTrue = [
    ...[undefined, null, 1, 1n, 'true', 'yes', {}, [], [true], () => true, Symbol('true'), new Boolean(true), NaN],
    ...[{ then: undefined }, { then: true }, { isOk: () => true }],
  ];

  test.each(notTrue)('that gives %o opens nothing, and breaks nothing', async (answer) => {
    expect((await gateOf(() => answer).authenticate('a-key'))._unsafeUnwrapErr()).toStrictEqual(notValid);
    const later = gateOf(() => Promise.resolve(answer));
    expect((await later.authenticate('a-key'))._unsafeUnwrapErr()).toStrictEqual(notValid);
  });

  test('may give any thenable', async () => {
    const thenable = (answer: unknown) => ({
      then: (resolve: (answer: unknown) => void) => {
        resolve(answer);
      },
    });
    expect((await gateOf(() => thenable(true)).authenticate('a-key')).isOk()).toBe(true);
    expect((await gateOf(() => thenable('true')).authenticate('a-key')).isErr()).toBe(true);
  });

  test('that rejects or throws makes authenticate reject, and opens nothing', async () => {
    const defect = new Error('the key database is gone');
    const rejecting = requireApiKey(store, () => Promise.reject(defect));
    await expect(rejecting.authenticate('a-key')).rejects.toBe(defect);
    const throwing = requireApiKey(store, () => {
      throw defect;
    });
    await expect(throwing.authenticate('a-key')).rejects.toBe(defect);
  });
});

describe('authenticate', () => {
  const kindsOfKeys = [['a-key'], () => true, () => Promise.resolve(true)];

  test.each([undefined, ''])('asks for a key where it is %o', async (key) => {
    for (const keys of kindsOfKeys)
      expect((await gateOf(keys).authenticate(key))._unsafeUnwrapErr()).toStrictEqual(required);
  });

  test.each(hostileValues)('takes $what for no key, or for one that is not valid', async ({ make }) => {
    const result = await gateOf(['a-key']).authenticate(make() as never);
    expect([required, notValid]).toContainEqual(result._unsafeUnwrapErr());
  });
});

describe('requireApiKey', () => {
  const [listPets, createPet, getPet] = [() => undefined, () => undefined, () => undefined];

  test.each([
    undefined,
    null,
    {},
    'store',
    createPlainStorage(),
    { createPet, getPet },
    { listPets, getPet },
    { listPets, createPet },
  ])('refuses the store %o', (notAStore) => {
    expect(() => requireApiKey(notAStore as never, ['a-key'])).toThrow(
      new TypeError('store must be a PetStore, such as createPetStore(…) gives.'),
    );
  });
});
