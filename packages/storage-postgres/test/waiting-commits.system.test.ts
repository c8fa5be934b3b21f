import { unwrap } from '@petstore/core';
import { startThrowawayPostgres, type ThrowawayPostgres } from '@petstore/test-support/postgres';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { connectFrom, createUser, openUntilFinished, rex, type PoolOwner } from './tables.ts';

/** A server whose commits wait for a standby that is absent, except those of `client`. */
let server: ThrowawayPostgres;
let client: pg.Client;

beforeAll(async () => {
  server = await startThrowawayPostgres();
  client = new pg.Client({ connectionString: server.connectionString, options: '-c synchronous_commit=local' });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await server.stop();
});

const owners: readonly PoolOwner[] = ['of the storage', 'of the caller'];

describe.each(owners)('while commits wait for a standby, on a pool %s,', (owner) => {
  test('creations take no more connections of the server than the pool has, and go on once the standby is back', async () => {
    const { role, storage, table } = await openWaiting(owner);
    const given = await Promise.all(Array.from({ length: 12 }, async () => storage.insert(rex)));
    const outcomes = given.map((result) => (result.isErr() ? result.error.outcome : 'stored'));
    expect(outcomes.filter((outcome) => outcome === 'unknown')).toHaveLength(2);
    expect(outcomes.filter((outcome) => outcome === 'not_created')).toHaveLength(10);
    const { outcome, message } = (await storage.insert(rex))._unsafeUnwrapErr();
    expect(outcome).toBe('not_created');
    expect(message).toMatch(
      /there was no connection to .* \(timeout (?:while waiting for a connection|exceeded when trying to connect)\)\.$/,
    ); // of ours or of pg: whichever timer fires first
    expect(await countConnections(role)).toBe(2);

    await setStandby('');
    while ((await storage.insert(rex)).isErr()); // until the server has ended one of the two connections
    const countRows = async () => (await client.query(`SELECT 1 FROM ${table}`)).rowCount;
    await expect.poll(countRows).toBe(3); // once it has ended the other one
    expect(await unwrap(storage.list({ limit: 9 }))).toHaveLength(3);
  });

  test('closing waits for nothing, and the process keeps no connection', async () => {
    const { storage, pool } = await openWaiting(owner);
    expect((await storage.insert(rex))._unsafeUnwrapErr().outcome).toBe('unknown');
    expect((await storage.close()).isOk()).toBe(true);
    await pool?.end();
    expect(pool?.totalCount ?? 0).toBe(0);
    await setStandby('');
  });
});

/** Opens a storage with two connections, then makes commits wait. */
async function openWaiting(owner: PoolOwner) {
  const { role, connectionString, table } = await createUser(client, server.connectionString);
  const from = connectFrom(owner, connectionString, 3_000, 2);
  const storage = await openUntilFinished({ ...from, table, queryTimeout: 3_000 });
  onTestFinished(() => setStandby(''));
  await setStandby('absent');
  await untilACommitWaits();
  return { role, storage, table, pool: from.pool };
}

/** Commits on another connection until a commit waits: the setting takes effect some time after it is read. */
async function untilACommitWaits(): Promise<void> {
  const other = new pg.Client(server.connectionString);
  await other.connect();
  let [sent, done] = [0, 0];
  onTestFinished(async () => {
    await setStandby('');
    while (done < sent) await isWaiting(other);
    await other.end();
  });
  while (done === sent) {
    sent += 1;
    void other.query('CREATE SCHEMA committed; DROP SCHEMA committed').finally(() => (done += 1));
    while (done < sent && !(await isWaiting(other)));
  }
}

async function isWaiting(other: pg.Client): Promise<boolean> {
  const { rows } = await client.query("SELECT 1 FROM pg_stat_activity WHERE pid = $1 AND wait_event = 'SyncRep'", [
    (other as unknown as { readonly processID: number }).processID,
  ]);
  return rows.length > 0;
}

async function setStandby(name: string): Promise<void> {
  await client.query(`ALTER SYSTEM SET synchronous_standby_names = '${name}'`);
  await client.query('SELECT pg_reload_conf()');
  const read = async () =>
    (await client.query<{ at: string }>("SELECT current_setting('synchronous_standby_names') AS at")).rows;
  while ((await read())[0]?.at !== name);
}

async function countConnections(role: string): Promise<number> {
  return (await client.query('SELECT 1 FROM pg_stat_activity WHERE usename = $1', [role])).rows.length;
}
