// A client of a server keeps the contract of a pet store, on a file and on PostgreSQL too, and across restarts.
import { createClient } from '@petstore/client';
import { createPetStore, unwrap } from '@petstore/core';
import { petStoreContract, type OpenedPetStore } from '@petstore/core/contract';
import { startServer } from '@petstore/http-node';
import { openPostgresStorage } from '@petstore/storage-postgres';
import { provideDatabase, type ProvidedDatabase } from '@petstore/test-support/postgres';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { slowRuns } from '@petstore/test-support/runs';
import { beforeAll, describe, test } from 'vitest';
import { runServer } from './running-command.ts';

const apiKey = 'contract-key';

describe('a client of the command, on its JSON file, keeps the contract of a store in process:', () => {
  for (const { name, run } of petStoreContract) test(name, () => run({ open, runs: slowRuns }));

  async function open(): Promise<OpenedPetStore> {
    const folder = await mkdtemp(join(tmpdir(), 'petstore-contract-'));
    const start = () => runServer(['--api-key', apiKey, '--log', 'none', '--storage', join(folder, 'pets.json')]);
    let server = await start();
    const stop = async () => {
      server.child.kill('SIGTERM');
      await server.exited;
    };
    return {
      store: createClient({ baseUrl: server.url, apiKey }),
      async reopen() {
        await stop();
        server = await start();
        return createClient({ baseUrl: server.url, apiKey });
      },
      async close() {
        await stop();
        await rm(folder, { recursive: true });
      },
    };
  }
});

describe('a client of a server on PostgreSQL keeps the contract of a store in process:', () => {
  const schema = `petstore_contract_${process.pid}_${Date.now().toString(36)}`;
  let database: ProvidedDatabase;
  let admin: pg.Client;
  let tables = 0;

  beforeAll(async () => {
    database = await provideDatabase();
    admin = new pg.Client(database.connectionString);
    await admin.connect();
    await admin.query(`CREATE SCHEMA ${schema}`);
    return async () => {
      await admin.query(`DROP SCHEMA ${schema} CASCADE`);
      await admin.end();
      await database.stop();
    };
  });

  for (const { name, run } of petStoreContract) test(name, () => run({ open, runs: slowRuns }));

  async function open(): Promise<OpenedPetStore> {
    const { connectionString } = database;
    const table = `${schema}.pets_${++tables}`;
    const storage = await unwrap(openPostgresStorage({ connectionString, table }));
    const server = await unwrap(startServer({ store: createPetStore({ storage }), apiKeys: [apiKey], storage }));
    return { store: createClient({ baseUrl: server.url, apiKey }), close: () => unwrap(server.close()) };
  }
});
