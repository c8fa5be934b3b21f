import { unwrap } from '@petstore/core';
import { openPostgresStorage, type PostgresStorageOptions } from '@petstore/storage-postgres';
import { provideDatabase, startMessageProxy, type ClientMessage } from '@petstore/test-support/postgres';
import type { OpenStorage } from '@petstore/core';
import pg from 'pg';
import { afterAll, beforeAll, onTestFinished, vi } from 'vitest';

/** A database for the tests of one file. */
export interface TestTables {
  readonly connectionString: string;
  /** A connection that does not belong to a storage. */
  readonly client: pg.Client;
  /** A schema that nobody else uses. */
  readonly schema: string;
  /** Returns an unused table name in this schema. */
  newTable(): string;
  /** Opens a storage, in a new table by default. */
  open(options?: PostgresStorageOptions): Promise<OpenStorage>;
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
    open: async (options = {}) =>
      await unwrap(
        openPostgresStorage({ ...(options.pool ? {} : { connectionString }), table: newTable(), ...options }),
      ),
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
      const address = new URL(connectionString);
      [address.username, address.password] = [role, 'hunter2'];
      return { role, connectionString: address.href };
    },
    async behindProxy(onMessage) {
      const address = new URL(connectionString);
      const proxy = await startMessageProxy(Number(address.port), onMessage);
      onTestFinished(() => proxy.close());
      address.port = String(proxy.port);
      return address.href;
    },
  };
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
