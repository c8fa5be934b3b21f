import { err, ok, ResultAsync, type Result } from 'neverthrow';
import { setTimeout as wait } from 'node:timers/promises';
import { isConflict, outcomeOf, type DriverError, type Fault } from './fault.ts';
import { ignoreErrors, type PostgresConnection, type PostgresPool } from './pool.ts';
import type { Row, Statement } from './statement.ts';

/** Runs a statement on any free connection. */
export type Run = (statement: Statement) => ResultAsync<readonly Row[], Fault>;

/** How often a statement is sent at most while the database asks to send it again. */
export const maximumTries = 5;

/** The longest pause before the second try, in milliseconds; it doubles with each further one. */
const firstPause = 20;

/**
 * Creates a {@link Run} over a pool. A statement that conflicts with others (40001, 40P01) is sent again after a random
 * pause; any other one is sent once.
 *
 * @param queryTimeout how long to wait for the answer to a statement, in milliseconds
 */
export function createRunner(pool: PostgresPool, queryTimeout: number): Run {
  /** When each connection last answered, counted in outages: a connection from before an outage may be dead. */
  const lastAnswers = new WeakMap<PostgresConnection, number>();
  let outages = 0;

  return (statement) => new ResultAsync(runWithRetries(statement));

  async function runWithRetries(statement: Statement): Promise<Result<readonly Row[], Fault>> {
    for (let tried = 1; ; tried++) {
      const result = await runOnce(statement);
      if (result.isOk() || tried === maximumTries || !isConflict(result.error)) return result;
      await wait(Math.random() * firstPause * 2 ** (tried - 1));
    }
  }

  async function runOnce(statement: Statement): Promise<Result<readonly Row[], Fault>> {
    const acquired = await ResultAsync.fromPromise(acquire(), (error) => error as DriverError);
    if (acquired.isErr()) return err({ kind: 'unsent', error: acquired.error });
    const connection = acquired.value;

    const answered = await send(connection, statement);
    if (answered.isOk()) {
      lastAnswers.set(connection, outages);
      connection.release();
      return ok(answered.value);
    }
    const { error } = answered;
    if (error.severity === undefined) outages += 1;
    const fault = { kind: await outcomeOf(error, () => send(connection, ping)), error };
    if (isConflict(fault)) connection.release();
    else discard(connection, error); // what is in flight on it, or prepared, is no longer known
    return err(fault);
  }

  /** Returns a connection that is new, or that has answered since the last outage. */
  async function acquire(): Promise<PostgresConnection> {
    for (;;) {
      const connection = await pool.connect();
      ignoreErrors(connection);
      const lastAnswer = lastAnswers.get(connection) ?? outages;
      if (lastAnswer === outages) return connection;
      discard(connection, new Error('the connection is from before an outage'));
    }
  }

  function send(connection: PostgresConnection, statement: Statement): ResultAsync<readonly Row[], DriverError> {
    const answer = connection.query({
      ...statement,
      values: [...statement.values],
      rowMode: 'array',
      types: asText,
      query_timeout: queryTimeout,
    });
    return ResultAsync.fromPromise(answer, (error) => error as DriverError).map(({ rows }) => rows as readonly Row[]);
  }
}

/** Asks for nothing but an answer. */
const ping: Statement = { text: 'SELECT 1', values: [] };

/** Leaves each value as its text, whatever parsers the process has set for all queries. */
const asText = { getTypeParser: () => (text: string) => text };

/** Ends a connection without waiting for the other side, which may never answer. */
function discard(connection: PostgresConnection, error: Error): void {
  connection.connection?.stream.destroy();
  connection.release(error);
}
