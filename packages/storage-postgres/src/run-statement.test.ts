import { expect, test } from 'vitest';
import type { Connection, StoragePool } from './pool.ts';
import { createRun, createStatement, type Statement } from './run-statement.ts';

/** Runs a statement on a connection that refuses it each time. Returns the names under which it was sent. */
async function sentNames(statement: Statement, code: string): Promise<readonly unknown[]> {
  const names: unknown[] = [];
  const connection = {
    query({ name }: { readonly name?: string }) {
      names.push(name);
      return Promise.reject(Object.assign(new Error('no'), { code, severity: 'ERROR' }));
    },
    release: () => undefined,
  } as unknown as Connection;
  const pool: StoragePool = {
    connectTimeout: 0,
    acquire: () => Promise.resolve(connection),
    handleRefusal: () => false,
    discard: () => undefined,
    close: () => undefined,
  };
  expect(await createRun(pool, 'PostgreSQL', 1_000)(statement)).toMatchObject({ error: { outcome: 'rolled-back' } });
  return names;
}

test('a statement that was prepared in vain is sent once more, without a name', async () => {
  const statement = createStatement('SELECT 1')();
  expect(await sentNames(statement, '0A000')).toEqual([statement.name, undefined]);
});

test('a statement that is not prepared is not sent again: its transaction may have failed', async () => {
  expect(await sentNames({ text: 'BEGIN; SELECT 1; ROLLBACK', values: [] }, '0A000')).toEqual([undefined]);
});
