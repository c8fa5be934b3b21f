import { unwrap } from '@petstore/core';
import { openPostgresStorage, type PostgresStorageOptions } from '@petstore/storage-postgres';
import { provideDatabase, startMessageProxy, type ClientMessage } from '@petstore/test-support/postgres';
import type { OpenStorage } from '@petstore/core';
import pg from 'pg';
import { afterAll, beforeAll, onTestFinished, vi } from 'vitest';

export const rex = { name: 'Rex', categoryId: 1 } as const;

/** A database for the tests of one file. */
export interface TestTables {
  readonly connectionString: string;
  /** A connection that does not belong to a storage. */
  readonly client: pg.Client;
  /** A schema that nobody else uses. */
  readonly schema: string;
  /** Returns an unused table name in this schema. */
  newTable(): string;
  /** Opens a storage, in a new table by default. It is closed when the test ends. */
  open(options?: PostgresStorageOptions): Promise<OpenStorage>;
  /** Tries to open a storage, in a new table by default. Returns the message of the failure. */
  refusal(options?: PostgresStorageOptions): Promise<string>;
  /** Creates a pool that ends with the test. */
  newPool(options?: pg.PoolConfig): pg.Pool;
  /** Creates a user that may read a table and insert into it. The user goes with the test. */
  newRole(table: string): Promise<{ readonly role: string; readonly connectionString: string }>;
  /** Starts a message proxy that ends with the test; returns the address of the database behind it. */
  behindProxy(onMessage: (message: ClientMessage) => boolean): Promise<string>;
}

/** Provides a database for the tests of a file, and cleans up after them. */
export function useTables(): TestTables {
  let [connectionString, client, counter] = ['', new pg.Client(), 0];
  const schema = `petstore_test_${process.pid}_${Date.now().toString(36)}`;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    const database = await provideDatabase();
    ({ connectionString, stop } = { connectionString: database.connectionString, stop: () => database.stop() });
    client = new pg.Client(connectionString);
    await client.connect();
    await client.query(`CREATE SCHEMA ${schema}`);
  });

  afterAll(async () => {
    await client.query(`DROP SCHEMA ${schema} CASCADE`);
    await client.end();
    await stop();
  });

  const newTable = () => `${schema}.pets_${(counter += 1)}`;
  return {
    get connectionString() {
      return connectionString;
    },
    get client() {
      return client;
    },
    schema,
    newTable,
    open: (options = {}) =>
      openUntilFinished({ ...(options.pool ? {} : { connectionString }), table: newTable(), ...options }),
    refusal: async (options) =>
      (await openPostgresStorage({ connectionString, table: newTable(), ...options }))._unsafeUnwrapErr().message,
    newPool(options) {
      const pool = new pg.Pool({ connectionString, connectionTimeoutMillis: 5_000, ...options });
      onTestFinished(() => pool.end());
      return pool;
    },
    async newRole(table) {
      const role = `${schema}_${Math.random().toString(36).slice(2)}`;
      await client.query(`CREATE ROLE ${role} LOGIN PASSWORD 'hunter2'`);
      onTestFinished(async () => void (await client.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`)));
      await client.query(`GRANT USAGE ON SCHEMA ${schema} TO ${role}; GRANT SELECT, INSERT ON ${table} TO ${role}`);
      return { role, connectionString: changeAddress(connectionString, { username: role, password: 'hunter2' }) };
    },
    async behindProxy(onMessage) {
      const proxy = await startMessageProxy(Number(new URL(connectionString).port), onMessage);
      onTestFinished(() => proxy.close());
      return changeAddress(connectionString, { port: String(proxy.port) });
    },
  };
}

/** Opens a storage, and closes it when the test ends. */
export async function openUntilFinished(options: PostgresStorageOptions): Promise<OpenStorage> {
  const storage = await unwrap(openPostgresStorage(options));
  onTestFinished(async () => void (await storage.close()));
  return storage;
}

/** Changes parts of an address. */
export function changeAddress(connectionString: string, parts: Partial<URL>): string {
  return Object.assign(new URL(connectionString), parts).href;
}

/** Creates a user with a schema of its own, and a limit of connections (-1: none). */
export async function createUser(client: pg.Client, connectionString: string, connectionLimit = -1) {
  const role = `petstore_${Math.random().toString(36).slice(2)}`;
  await client.query(`CREATE ROLE ${role} LOGIN PASSWORD 'hunter2' CONNECTION LIMIT ${connectionLimit}`);
  await client.query(`CREATE SCHEMA ${role} AUTHORIZATION ${role}`);
  const address = changeAddress(connectionString, { username: role, password: 'hunter2' });
  return { role, connectionString: address, table: `${role}.pets` };
}

export type PoolOwner = 'of the storage' | 'of the caller';

/** Makes the options for a storage with a pool of its own, or with one of the caller, which ends with the test. */
export function connectFrom(owner: PoolOwner, connectionString: string, connectTimeout: number, maxConnections = 10) {
  if (owner === 'of the storage') return { connectionString, connectTimeout, maxConnections };
  const pool = new pg.Pool({ connectionString, connectionTimeoutMillis: connectTimeout, max: maxConnections });
  onTestFinished(() => (pool.ending ? undefined : pool.end()));
  return { pool };
}

/** Stops `pg` from ending idle connections during a test. After its 10 s, nobody could tell who ended a connection. */
export function keepIdleConnections(): void {
  const start = globalThis.setTimeout;
  const spy = vi
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation((run: () => void, milliseconds?: number) =>
      start(run, milliseconds === 10_000 ? 2 ** 31 - 1 : milliseconds),
    );
  onTestFinished(() => {
    spy.mockRestore();
  });
}
