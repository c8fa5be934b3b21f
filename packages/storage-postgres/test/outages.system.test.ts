import { unwrap } from '@petstore/core';
import type { PostgresStorageOptions } from '@petstore/storage-postgres';
import { startThrowawayPostgres, type ThrowawayPostgres } from '@petstore/test-support/postgres';
import { setImmediate as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startFreezingProxy } from './freezing-proxy.ts';
import { changeAddress, connectFrom, openUntilFinished, rex, type PoolOwner } from './tables.ts';

/** A server to stop and restart: never the one that PETSTORE_TEST_POSTGRES names. */
let server: ThrowawayPostgres;
const limits = { connectTimeout: 3_000, queryTimeout: 3_000 };

beforeAll(async () => {
  server = await startThrowawayPostgres();
});
afterAll(() => server.stop());

test('a transaction that the caller of the pool forgot to end takes no pet with it', async () => {
  const pool = new pg.Pool({ connectionString: server.connectionString, connectionTimeoutMillis: 20_000, max: 1 });
  onTestFinished(() => pool.end());
  const storage = await open({ pool, table: 'forgotten' });
  const forgetful = await pool.connect();
  await forgetful.query('BEGIN');
  forgetful.release();
  const created = await unwrap(storage.insert(rex));
  const other = await open({ connectionString: server.connectionString, table: 'forgotten' });
  expect(await unwrap(other.list({ limit: 5 }))).toEqual([created]);
});

describe('a server that is stopped and started again', () => {
  test.each<[owner: PoolOwner, table: string]>([
    ['of the storage', 'restarted_1'],
    ['of the caller', 'restarted_2'],
  ])('fails only the calls in between, on a pool %s', async (owner, table) => {
    const storage = await open({ ...connectFrom(owner, server.connectionString, 2_000), table });
    await Promise.all(Array.from({ length: 10 }, async () => storage.insert(rex)));

    await server.pause();
    for (let i = 0; i < 12; i++) {
      const { message } = (await storage.insert(rex))._unsafeUnwrapErr();
      expect(message).toMatch(/^(The pet was not stored|It is not known whether the pet was stored): /);
    }
    expect((await storage.insert(rex))._unsafeUnwrapErr().message).toContain('nothing listens there');
    expect((await storage.list({ limit: 5 }))._unsafeUnwrapErr().message).toContain('nothing listens there');
    await server.resume();

    expect(await unwrap(storage.list({ limit: 100 }))).toHaveLength(10);
    const next = await unwrap(storage.insert(rex));
    expect(next.id).toBeGreaterThan(10);
    expect(await unwrap(storage.findById(next.id))).toEqual(next);
  });

  test('loses and duplicates no pet that is created meanwhile', async () => {
    const storage = await open({ connectionString: server.connectionString, table: 'restarted_under_load' });
    const acknowledged: number[] = [];
    let over = false;
    onTestFinished(() => void (over = true));
    const creating = Array.from({ length: 8 }, async () => {
      while (!over) {
        const result = await storage.insert(rex);
        if (result.isOk()) acknowledged.push(result.value.id);
        await wait(); // a failure takes no time, so the loop would starve everything else
      }
    });
    const more = async () => {
      const before = acknowledged.length;
      while (acknowledged.length < before + 20 && !over) await wait();
    };
    await more();
    await server.pause();
    expect((await storage.list({ limit: 1 })).isErr()).toBe(true);
    await server.resume();
    await more();
    over = true;
    await Promise.all(creating);

    const client = new pg.Client(server.connectionString);
    await client.connect();
    const { rows } = await client.query<{ id: string }>('SELECT id FROM restarted_under_load');
    await client.end();
    const stored = new Set(rows.map(({ id }) => Number(id)));
    expect(new Set(acknowledged).size).toBe(acknowledged.length);
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  });
});

describe('a server that stops answering', () => {
  test('fails each call within its time limit, and serves again when it is back', async () => {
    const { proxy, storage } = await openBehindProxy('frozen');
    await Promise.all(Array.from({ length: 10 }, async () => storage.insert(rex))); // ten connections that will be dead
    proxy.freeze();
    const [inserted, listed] = await Promise.all([storage.insert(rex), storage.list({ limit: 5 })]);
    expect(inserted._unsafeUnwrapErr().message).toMatch(
      /^It is not known whether the pet was stored: PostgreSQL at .* did not answer \(Query read timeout\)\. Ask for the ids above the last that you know before you add it again\.$/,
    );
    expect(listed._unsafeUnwrapErr().message).toMatch(
      /^The pets could not be read: PostgreSQL at .* did not answer \(Query read timeout\)\.$/,
    );
    const others = await Promise.all(Array.from({ length: 8 }, async () => storage.insert(rex)));
    expect(others.every((result) => result.isErr())).toBe(true); // each dead connection fails one call
    expect((await storage.insert(rex))._unsafeUnwrapErr().message).toMatch(
      /^The pet was not stored: there was no connection to PostgreSQL at .* \(.*timeout/,
    );
    proxy.thaw();
    const next = await unwrap(storage.insert(rex));
    expect(await unwrap(storage.list({ limit: 100 }))).toHaveLength(11);
    expect(await unwrap(storage.findById(next.id))).toEqual(next);
  });

  test('after it has stored a pet leaves the outcome unknown, and stores the pet once', async () => {
    const { proxy, storage } = await openBehindProxy('swallowed');
    expect((await storage.insert(rex)).isOk()).toBe(true);
    proxy.swallowAnswers();
    expect((await storage.insert({ ...rex, name: 'Mimi' }))._unsafeUnwrapErr().message).toMatch(
      /^It is not known whether/,
    );
    const names = (await unwrap(storage.list({ limit: 100 }))).map(({ name }) => name);
    expect(names).toEqual(['Rex', 'Mimi']);
  });
});

test('a pool of the caller lets no call wait for a server that stops answering, and serves again later', async () => {
  const proxy = await startFreezingProxy(server.port);
  onTestFinished(() => proxy.close());
  const pool = new pg.Pool({ connectionString: createAddress(proxy.port), max: 2, connectionTimeoutMillis: 2_000 });
  onTestFinished(() => pool.end());
  const storage = await open({ pool, table: 'frozen_pool' });
  proxy.freeze();
  const results = await Promise.all(Array.from({ length: 50 }, async () => storage.insert(rex)));
  expect(results.every((result) => result.isErr())).toBe(true);
  expect(pool.waitingCount).toBe(0);
  proxy.thaw();
  while ((await storage.insert(rex)).isErr()); // until two connection attempts have timed out
  expect(await unwrap(storage.list({ limit: 100 }))).toHaveLength(1);
});

async function openBehindProxy(table: string) {
  const proxy = await startFreezingProxy(server.port);
  onTestFinished(() => proxy.close());
  const storage = await open({ connectionString: createAddress(proxy.port), table });
  return { proxy, storage };
}

function createAddress(port: number): string {
  return changeAddress(server.connectionString, { port: String(port) });
}

function open(options: PostgresStorageOptions) {
  return openUntilFinished({ ...(options.pool ? { queryTimeout: 2_000 } : limits), ...options });
}
