import { provideDatabase, type ProvidedDatabase } from '@petstore/test-support/postgres';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runServer } from './running-command.ts';

const headers = { Authorization: 'Bearer my-key', 'Content-Type': 'application/json' };
const schema = `petstore_cli_${process.pid}_${Date.now().toString(36)}`;

let database: ProvidedDatabase;
let client: pg.Client;
let address: URL;

beforeAll(async () => {
  database = await provideDatabase();
  client = new pg.Client(database.connectionString);
  await client.connect();
  await client.query(`CREATE SCHEMA ${schema}`);
  address = new URL(database.connectionString);
  address.searchParams.set('options', `-c search_path=${schema}`);
});

afterAll(async () => {
  await client.query(`DROP SCHEMA ${schema} CASCADE`);
  await client.end();
  await database.stop();
});

describe('a storage in PostgreSQL', () => {
  test('serves four services that start and create at once: no pet is lost or duplicated', async () => {
    const services = await Promise.all(
      Array.from({ length: 4 }, () => runServer(['--api-key', 'my-key', '--log', 'none', '--storage', address.href])),
    );
    const created = await Promise.all(
      services.flatMap(({ url }, service) =>
        Array.from({ length: 8 }, async () => {
          const ids: number[] = [];
          for (let i = 0; i < 25; i++) {
            const body = JSON.stringify({ name: `of ${service}`, categoryId: i, status: 'sold' });
            const reply = await fetch(`${url}/pets`, { method: 'POST', headers, body });
            expect(reply.status).toBe(201);
            ids.push(((await reply.json()) as { id: number }).id);
          }
          expect(ids).toEqual(ids.toSorted((a, b) => a - b)); // each is sent after the one before it was acknowledged
          return ids;
        }),
      ),
    );
    const ids = created.flat().sort((a, b) => a - b);
    expect(new Set(ids).size).toBe(4 * 8 * 25);
    const { rows } = await client.query<{ id: string }>(
      `SELECT id FROM ${schema}.pets WHERE status = 'sold' ORDER BY id`,
    );
    expect(rows.map(({ id }) => Number(id))).toEqual(ids);

    const lists = await Promise.all(
      services.map(async ({ url }) => (await fetch(`${url}/pets?limit=100&status=sold`, { headers })).text()),
    );
    expect(new Set(lists).size).toBe(1);
    for (const { child, exited, stdout, stderr } of services) {
      child.kill('SIGTERM');
      expect(await exited).toBe(0);
      expect(stdout() + stderr()).not.toContain(address.password);
      expect(stdout()).toContain(
        `  Pets        PostgreSQL at ${address.host}, database ${address.pathname.slice(1)}\n`,
      );
    }
  });
});
