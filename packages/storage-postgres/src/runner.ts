import { err, ok, ResultAsync, type Result } from '@petstore/core';
import { setTimeout as wait } from 'node:timers/promises';
import type { PostgresConnection, PostgresPool } from './pool.ts';
import { isConflict, outcomeOf, type DriverError, type QueryFailure } from './query-failure.ts';
import type { Row, Statement } from './statement.ts';
import { ignoreErrors, watchPool } from './watched-pool.ts';

/** Runs a statement on any free connection. */
export type Run = (statement: Statement) => ResultAsync<readonly Row[], QueryFailure>;

/** How many times a statement is sent at most, while it conflicts with other transactions. */
export const maximumTries = 5;

/** The longest pause before the second try, in milliseconds; it doubles with each further try. */
const firstPause = 20;

/**
 * Creates a {@link Run} on a pool. A statement that conflicts with others (40001, 40P01) is sent again after a random pause;
 * any other statement is sent once.
 *
 * @param queryTimeout how long to wait for the answer to a statement, in milliseconds
 * @param namedStatements whether to prepare a statement that has a name
 */
export function createRunner(pool: PostgresPool, queryTimeout: number, namedStatements: boolean): Run {
  const watched = watchPool(pool);

  return (statement) => new ResultAsync(runWithRetries(statement));

  async function runWithRetries(statement: Statement): Promise<Result<readonly Row[], QueryFailure>> {
    for (let tried = 1; ; tried++) {
      const result = await runOnce(statement);
      if (result.isOk() || tried === maximumTries || !isConflict(result.error)) return result;
      await wait(Math.random() * firstPause * 2 ** (tried - 1));
    }
  }

  async function runOnce(statement: Statement): Promise<Result<readonly Row[], QueryFailure>> {
    const acquired = await ResultAsync.fromPromise(acquire(), (error) => error as DriverError);
    if (acquired.isErr()) return err({ outcome: 'not-sent', error: acquired.error });
    const connection = acquired.value;

    const answer = await send(connection, statement);
    if (answer.isOk()) {
      watched.outagesBefore.set(connection, watched.outages);
      connection.release();
      return ok(answer.value);
    }
    const { error } = answer;
    if (error.severity === undefined) watched.outages += 1;
    const failure = { outcome: outcomeOf(error), error };
    if (isConflict(failure)) connection.release();
    else discard(connection, error); // it may be dead, or its prepared statements may no longer fit the table
    return err(failure);
  }

  /** Returns a connection outside a transaction that was made or has answered since the last outage: another may be dead. */
  async function acquire(): Promise<PostgresConnection> {
    for (;;) {
      const connection = await pool.connect();
      ignoreErrors(connection);
      if (connection.getTransactionStatus === undefined) {
        connection.release();
        throw new Error(
          'the pool is of pg before 8.21 or of pg.native, which hide whether a transaction is open: update pg',
        );
      }
      const isInTransaction = /[TE]/.test(connection.getTransactionStatus() ?? ''); // its last user forgot to end it
      const outagesBefore = watched.outagesBefore.get(connection) ?? 0;
      if (outagesBefore === watched.outages && !isInTransaction) return connection;
      discard(connection, new Error('the connection is from before an outage, or in a transaction'));
    }
  }

  function send(
    connection: PostgresConnection,
    { text, values, name }: Statement,
  ): ResultAsync<readonly Row[], DriverError> {
    const query = { text, values, rowMode: 'array', types: asText, query_timeout: queryTimeout };
    const answer = connection.query(namedStatements ? { ...query, name } : query);
    return ResultAsync.fromPromise(answer, (error) => error as DriverError).map(({ rows }) => rows as readonly Row[]);
  }
}

/** Leaves each value as text, even if the process has set other parsers for all queries. */
const asText = { getTypeParser: () => (text: string) => text };

/** Destroys a connection without waiting for the server, which may never answer. */
function discard(connection: PostgresConnection, error: Error): void {
  connection.connection?.stream.destroy();
  connection.release(error);
}
