import { unwrap } from '@petstore/core';
import { encodeErrorMessage, type ClientMessage } from '@petstore/test-support/postgres';
import { beforeEach, describe, expect, test } from 'vitest';
import { keepIdleConnections, rex, useTables } from './tables.ts';

const tables = useTables();
const shutdown = encodeErrorMessage('FATAL', '57P01', 'terminating connection due to administrator command');

/** What a stopping server may do when a client sends Terminate. */
const endings: readonly (readonly [string, (message: ClientMessage) => void])[] = [
  ['reports it and closes the connection', ({ client }) => void client.end(shutdown)],
  ['resets the connection', ({ client }) => void client.resetAndDestroy()],
  ['does nothing', () => undefined],
];

beforeEach(keepIdleConnections);

describe.each(endings)('a server that stops while a connection is closed, and %s,', (_what, end) => {
  test('does not make close fail', async () => {
    const { connectionString, ended } = await proxyThatEnds(end);
    const storage = await tables.open({ connectionString, connectTimeout: 20_000 });
    await Promise.all(Array.from({ length: 5 }, async () => await unwrap(storage.insert(rex))));
    expect((await storage.close()).isOk()).toBe(true);
    await expect.poll(ended).toBeGreaterThanOrEqual(1); // on a busy machine, creations may share a connection
  });

  test('does not hide why an opening failed', async () => {
    const { connectionString, ended } = await proxyThatEnds(end);
    const table = tables.newTable();
    await tables.client.query(`CREATE VIEW ${table} AS SELECT 1 AS id`);
    expect(await tables.refusal({ connectionString, table, connectTimeout: 20_000 })).toContain('cannot hold pets');
    await expect.poll(ended).toBeGreaterThanOrEqual(1);
  });
});

/** Starts a proxy that reacts to each Terminate message, and counts them. */
async function proxyThatEnds(end: (message: ClientMessage) => void) {
  let ended = 0;
  const connectionString = await tables.behindProxy((message) => {
    if (message.kind !== 'X') return true;
    ended += 1;
    end(message);
    return false;
  });
  return { connectionString, ended: () => ended };
}
