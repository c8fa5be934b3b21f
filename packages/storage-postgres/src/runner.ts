import { err, ok, ResultAsync, type Result } from 'neverthrow';
import { setTimeout as wait } from 'node:timers/promises';
import { isConflict, faultOfSent, sqlState, type DriverError, type Fault } from './fault.ts';
import { ignoreErrors, type PostgresConnection, type PostgresPool } from './pool.ts';
import type { Row, Statement } from './statement.ts';
import type { TimeLimits } from './time-limits.ts';

/** Runs statements, each on whatever connection is free. */
export type Run = (statement: Statement) => ResultAsync<readonly Row[], Fault>;

/** How often a statement is sent at most while the database asks to send it again. */
export const maximumTries = 5;

/** The longest pause before the second try, in milliseconds; it doubles with each further one. */
const firstPause = 20;

/**
 * Makes a {@link Run} over a pool. A statement that conflicts with others (40001, 40P01) is sent again after a random
 * pause; any other one is sent once.
 */
export function createRunner(pool: PostgresPool, limits: TimeLimits): Run {
  const runOnce = createSingleRunner(pool, limits);
  return (statement) => new ResultAsync(runWithRetries(() => runOnce(statement)));
}

async function runWithRetries<T>(runOnce: () => Promise<Result<T, Fault>>): Promise<Result<T, Fault>> {
  for (let tried = 1; ; tried++) {
    const result = await runOnce();
    if (result.isOk() || tried === maximumTries || !isConflict(result.error)) return result;
    await wait(Math.random() * firstPause * 2 ** (tried - 1));
  }
}

function createSingleRunner(pool: PostgresPool, { connectTimeout, queryTimeout }: TimeLimits) {
  /** When each connection last answered, in outages that were noticed by then: those from before one are suspect. */
  const lastAnswers = new WeakMap<PostgresConnection, number>();
  let outages = 0;

  return async (statement: Statement): Promise<Result<readonly Row[], Fault>> => {
    const acquired = await ResultAsync.fromPromise(acquireWithin(connectTimeout), (error) => error as DriverError);
    if (acquired.isErr()) return err({ kind: 'unsent', error: acquired.error });
    const connection = acquired.value;

    ignoreErrors(connection);
    const answered = await ResultAsync.fromPromise(
      sendTo(connection, statement, queryTimeout),
      (error) => error as DriverError,
    );
    if (answered.isOk()) {
      lastAnswers.set(connection, outages);
      connection.release();
      return ok(answered.value);
    }
    const fault = faultOfSent(answered.error);
    if (sqlState(fault.error) === undefined) outages += 1;
    if (isConflict(fault)) connection.release();
    else discard(connection, fault.error); // what is in flight on it, or prepared, is no longer known
    return err(fault);
  };

  function acquireWithin(milliseconds: number): Promise<PostgresConnection> {
    return new Promise((resolve, reject) => {
      let expired = false;
      const timer = setTimeout(() => {
        expired = true;
        reject(new Error(`there was no connection within ${milliseconds} ms`));
      }, milliseconds);
      acquire()
        .then((connection) => {
          if (expired) connection.release();
          else resolve(connection);
        }, reject)
        .finally(() => {
          clearTimeout(timer);
        });
    });
  }

  /** Takes a connection that is new, or that has answered since the last outage. */
  async function acquire(): Promise<PostgresConnection> {
    for (;;) {
      const connection = await pool.connect();
      const lastAnswer = lastAnswers.get(connection) ?? outages;
      if (lastAnswer === outages) return connection;
      ignoreErrors(connection);
      discard(connection, new Error('the connection is from before an outage'));
    }
  }
}

async function sendTo(connection: PostgresConnection, statement: Statement, timeout: number): Promise<readonly Row[]> {
  const { rows } = await connection.query({
    ...statement,
    values: [...statement.values],
    rowMode: 'array',
    types: asText,
    query_timeout: timeout,
  });
  return rows as readonly Row[];
}

/** Leaves each value as its text, whatever parsers the process has set for all queries. */
const asText = { getTypeParser: () => (text: string) => text };

/** Ends a connection without waiting for the other side, which may never answer. */
function discard(connection: PostgresConnection, error: Error): void {
  connection.connection?.stream.destroy();
  connection.release(error);
}
