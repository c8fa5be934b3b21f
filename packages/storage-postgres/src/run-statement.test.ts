import { expect, test } from 'vitest';
import type { Connection, StoragePool } from './pool.ts';
import { createRun, createStatement, type Statement } from './run-statement.ts';

/**
 * Runs a statement on a connection on which it fails each time. Returns the outcome, the names under which it was sent, and how often its
 * connection was given back to the pool or discarded.
 */
async function runInVain(statement: Statement, error: { readonly code: string; readonly severity?: string }) {
  const names: unknown[] = [];
  let [released, discarded] = [0, 0];
  const connection = {
    query({ name }: { readonly name?: string }) {
      names.push(name);
      return Promise.reject(Object.assign(new Error('no'), error));
    },
    release: () => (released += 1),
  } as unknown as Connection;
  const pool: StoragePool = {
    connectTimeout: 1_000,
    acquire: () => Promise.resolve(connection),
    recoverFrom: () => false,
    discard: () => (discarded += 1),
    close: () => undefined,
  };
  const { outcome } = (await createRun(pool, 'PostgreSQL', 1_000)(statement))._unsafeUnwrapErr();
  return { outcome, names, released, discarded };
}

const unprepared: Statement = { text: 'BEGIN; SELECT 1; ROLLBACK', values: [] };

test('a statement that was prepared in vain is sent once more, without a name', async () => {
  const statement = createStatement('SELECT 1')();
  const { names } = await runInVain(statement, { code: '0A000', severity: 'ERROR' });
  expect(names).toEqual([statement.name, undefined]);
});

test('a statement that is not prepared is not sent again, and its connection goes back: its transaction may have failed', async () => {
  const run = await runInVain(unprepared, { code: '0A000', severity: 'ERROR' });
  expect(run).toEqual({ outcome: 'rolled-back', names: [undefined], released: 1, discarded: 0 });
});

test('a statement of unknown outcome is not sent again, and its connection is discarded', async () => {
  const run = await runInVain(unprepared, { code: 'ECONNRESET' });
  expect(run).toEqual({ outcome: 'unknown', names: [undefined], released: 0, discarded: 1 });
});
