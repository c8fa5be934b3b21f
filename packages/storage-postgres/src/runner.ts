import { err, ResultAsync, type Result } from '@petstore/core';
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import { createAcquire } from './acquire.ts';
import { ignoreErrors } from './ignore-errors.ts';
import { isConflict, isEndBeforeStatement, outcomeOf, type DriverError, type QueryFailure } from './query-failure.ts';
import type { Row, Statement } from './statement.ts';

/** Runs a statement on any free connection. */
export type Run = (statement: Statement) => ResultAsync<readonly Row[], QueryFailure>;

/** A pool that a storage runs its statements on. */
export interface StoragePool {
  readonly pool: Pool;
  /** Whether a refused connection is worth another try. */
  readonly mayTryAgain: (error: DriverError) => boolean;
}

/** How many times a statement that conflicts with other transactions is sent again at most. */
const maximumConflicts = 4;

/** There is no statement of this name, or there is one already. */
const lostStatement = /^(?:26000|42P05)$/;

/** The longest pause before the second try, in milliseconds; it doubles with each further try, up to 32 times as long. */
const firstPause = 20;

/**
 * Creates a {@link Run} on a pool. A statement is sent again, after a random pause,
 *
 * - if it conflicts with others (40001, 40P01), up to four times;
 * - if its connection ended before the server had it, within the `connectionTimeoutMillis` of the pool;
 * - if its name is unknown or taken, as behind a pooler, which changes the connections to the server: it and all later ones go without a name.
 *
 * Any other statement is sent once.
 *
 * @param queryTimeout how long to wait for the answer to a statement, in milliseconds
 * @param namedStatements whether to prepare a statement that has a name, as long as no name is lost
 */
export function createRunner({ pool, mayTryAgain }: StoragePool, queryTimeout: number, namedStatements: boolean): Run {
  ignoreErrors(pool);
  const acquire = createAcquire(pool, mayTryAgain);
  let useNames = namedStatements;

  return (statement) => new ResultAsync(runWithRetries(statement));

  async function runWithRetries(statement: Statement): Promise<Result<readonly Row[], QueryFailure>> {
    const limit = pool.options.connectionTimeoutMillis ?? 0;
    let [deadline, conflicts] = [performance.now() + limit, 0];
    for (let tries = 0; ; tries++) {
      const isNamed = useNames;
      const result = await runOnce(statement, isNamed, deadline);
      if (result.isOk()) return result;
      const { error } = result.error;
      if (isNamed && lostStatement.test(error.code ?? '')) {
        useNames = false;
        continue;
      }
      if (isConflict(result.error) && conflicts < maximumConflicts) {
        conflicts += 1;
        deadline = performance.now() + limit;
      } else if (!isEndBeforeStatement(error) || performance.now() >= deadline) return result;
      await wait(Math.random() * firstPause * 2 ** Math.min(tries, 5));
    }
  }

  async function runOnce(
    { text, values, name }: Statement,
    isNamed: boolean,
    deadline: number,
  ): Promise<Result<readonly Row[], QueryFailure>> {
    const acquired = await ResultAsync.fromPromise(acquire(deadline), (error) => error as DriverError);
    if (acquired.isErr()) return err({ outcome: 'not-sent', error: acquired.error });
    const connection = acquired.value;

    const query = { text, values: [...values], rowMode: 'array' as const, types: asText, query_timeout: queryTimeout };
    const answer = await ResultAsync.fromPromise(
      connection.query<(string | null)[]>(isNamed ? { ...query, name } : query),
      (error) => error as DriverError,
    ).mapErr((error): QueryFailure => ({ outcome: outcomeOf(error), error }));
    const failure = answer.isErr() && !isConflict(answer.error) ? answer.error.error : undefined;
    // The connection may be dead, or its prepared statements may no longer fit the table: close it. Its server may not do so, and
    // must not keep the process alive.
    if (failure !== undefined) connection.unref?.();
    connection.release(failure);
    return answer.map(({ rows }) => rows);
  }
}

/** Leaves each value as text, even if the process has set other parsers for all queries. */
const asText = { getTypeParser: () => (text: string) => text };
