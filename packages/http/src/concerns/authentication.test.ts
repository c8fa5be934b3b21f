import { createPetStore } from '@petstore/core';
import { createMemoryStorage } from '@petstore/storage-memory';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createAuthenticator, type ApiKeys } from './authentication.ts';
import { createHandler } from '../handler.ts';

const store = createPetStore({ storage: createMemoryStorage() });

/** Whether a header has a valid key. The keys are `unknown`, because a caller may have no types. */
async function opens(apiKeys: unknown, authorization: string | undefined): Promise<boolean> {
  return (await createAuthenticator(store, apiKeys as ApiKeys)(authorization)).isOk();
}

/** Returns the challenge and the message in the reply to a refused header. */
async function readRefusal(apiKeys: ApiKeys, authorization: string | undefined) {
  const reply = (await createAuthenticator(store, apiKeys)(authorization))._unsafeUnwrapErr();
  const { message } = JSON.parse(reply.body) as { message: string };
  return { challenge: reply.headers?.['WWW-Authenticate'], message };
}

const realm = 'Bearer realm="petstore"';
const apiKey = () => fc.stringMatching(/^[\x21-\x7e]+$/);

describe('the key of an Authorization header', () => {
  test.each<readonly [header: string | undefined, message: string]>([
    [undefined, 'An API key is required: send'],
    ['', 'An API key is required: send'],
    ['Bearer', 'nothing follows "Bearer"'],
    ['Bearer ', 'nothing follows "Bearer"'],
    ['bearer \t ', 'nothing follows "Bearer"'],
    ...['Bearerkey', 'Bearer:key', 'Basic key', 'key', ' Bearer key', 'Digest Bearer key', 'ApiKey key'].map(
      (header) => [header, 'does not begin with "Bearer "'] as const,
    ),
  ])('is missing in "%s", and no function is called', async (header, message) => {
    const calls: string[] = [];
    for (const keys of [['key'], (key: string) => calls.push(key) > 0]) {
      const refusal = await readRefusal(keys, header);
      expect(refusal.challenge).toBe(realm);
      expect(refusal.message).toMatch(/^An API key is required: .*send .*"Authorization: Bearer <API_KEY>"/i);
      expect(refusal.message).toContain(message);
    }
    expect(calls).toEqual([]);
  });

  test.each([
    ...['Bearer\tkey', 'Bearer key ', 'Bearer key key', 'Bearer Bearer key', 'Bearer key, Bearer key', 'Bearer \u0000'],
    ...['Bearer k\u00e9y', 'Bearer key\n', 'Bearer\nkey', 'Bearer k\u00a0y'],
  ])('is not valid in "%s", and no function is called', async (header) => {
    const calls: string[] = [];
    for (const keys of [['key'], (key: string) => calls.push(key) > 0]) {
      const { challenge, message } = await readRefusal(keys, header);
      expect(challenge).toBe(`${realm}, error="invalid_token"`);
      expect(message).toMatch(/^This API key is not valid: .*visible ASCII/);
    }
    expect(calls).toEqual([]);
  });

  test('is never shown in a message', async () => {
    for (const header of ['s3cret', 'Basic s3cret', 'Bearer s3cret', 'Bearer s3cret\u00e9', 'Bearers3cret']) {
      expect((await readRefusal(['key'], header)).message).not.toContain('s3cret');
    }
  });
});

describe('a list of keys', () => {
  const keys = ['first-key', 'second-key', 'k'];

  test.each([
    ...['first-ke', 'irst-key', 'First-key', 'first-keyfirst-key', 'first-key,second-key', 'kk', 'kkkkkkkkk'],
    ...['second-kez', 'undefined', 'x'.repeat(100_000)],
  ])('refuses %s', async (key) => {
    expect((await readRefusal(keys, `Bearer ${key}`)).challenge).toBe(`${realm}, error="invalid_token"`);
  });

  test('accepts exactly its keys', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(apiKey(), { minLength: 1 }), apiKey(), async (some, other) => {
        for (const key of some) expect(await opens(some, `Bearer ${key}`)).toBe(true);
        expect(await opens(some, `Bearer ${other}`)).toBe(some.includes(other));
      }),
    );
  });

  test('is copied: a later change to it has no effect', async () => {
    const changing = ['first-key'];
    const authenticate = createAuthenticator(store, changing);
    changing[0] = 'changed-key';
    changing.push('added-key');
    expect((await authenticate('Bearer first-key')).isOk()).toBe(true);
    expect((await authenticate('Bearer changed-key')).isErr()).toBe(true);
    expect((await authenticate('Bearer added-key')).isErr()).toBe(true);
  });

  test.each([
    ...[[], ['', 'a'], [' '], ['a b'], ['a\tb'], ['a\n'], ['a\u0000'], ['cl\u00e9'], ['\u007f'], Array(1)],
    ...[[undefined], [null], [1], [['a']], [Symbol('a')], [new String('a')]],
    ...[null, {}, '', 'one-key', 1, true, new Set(['one-key']), { length: 1, 0: 'one-key' }],
  ])('is a TypeError if no header can carry it: %o', (wrong) => {
    expect(() => createHandler({ store, apiKeys: wrong as ApiKeys })).toThrow(TypeError);
    expect(() => createHandler({ store, apiKeys: wrong as ApiKeys })).toThrow(/^apiKeys/);
  });
});

describe('a function of keys', () => {
  test('decides about each key, at once or in a Promise', async () => {
    expect(await opens((key: string) => key.startsWith('good-'), 'Bearer good-key')).toBe(true);
    expect(await opens((key: string) => key.startsWith('good-'), 'Bearer bad-key')).toBe(false);
    expect(await opens((key: string) => Promise.resolve(key === 'good-key'), 'Bearer good-key')).toBe(true);
    expect(await opens((key: string) => Promise.resolve(key === 'good-key'), 'Bearer bad-key')).toBe(false);
  });

  test.each([
    ...[undefined, null, 1, 1n, 'true', 'yes', {}, [], [true], () => true, Symbol('true'), new Boolean(true), NaN],
    ...[{ then: undefined }, { then: true }, { isOk: () => true }],
  ])('that returns %o accepts nothing', async (returned) => {
    expect(await opens(() => returned, 'Bearer a-key')).toBe(false);
    expect(await opens(() => Promise.resolve(returned), 'Bearer a-key')).toBe(false);
  });
});
