import { err, ResultAsync, type Result } from '@petstore/core';
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { createAcquire } from './acquire.ts';
import { ignoreErrors } from './ignore-errors.ts';
import { isConflict, isEndOfIdling, outcomeOf, type DriverError, type QueryFailure } from './query-failure.ts';
import type { Row, Statement } from './statement.ts';

/** Runs a statement on any free connection. */
export type Run = (statement: Statement) => ResultAsync<readonly Row[], QueryFailure>;

/** A pool that a storage runs its statements on. */
export interface StoragePool {
  readonly pool: Pool;
  /** Whether a refused connection is worth another try. */
  readonly mayTryAgain: (error: DriverError) => boolean;
}

/** How many times a statement is sent at most, while it conflicts with other transactions. */
const maximumTries = 5;

/** There is no statement of this name, or there is one already. */
const lostStatement = /^(?:26000|42P05)$/;

/** The longest pause before the second try, in milliseconds; it doubles with each further try. */
const firstPause = 20;

/**
 * Creates a {@link Run} on a pool. A statement is sent again after a random pause if it conflicts with others (40001, 40P01), or if the
 * server ended the idle connection before it arrived. It is sent again without a name, and so is every later one, if its name is
 * unknown or taken: behind a pooler, the connections to the server change. Any other statement is sent once.
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
    for (let tried = 1; ; tried++) {
      const isNamed = useNames;
      const result = await runOnce(statement, isNamed);
      if (result.isOk()) return result;
      const { error } = result.error;
      if (isNamed && lostStatement.test(error.code ?? '')) useNames = false;
      else if (tried === maximumTries || !(isConflict(result.error) || isEndOfIdling(error))) return result;
      else await wait(Math.random() * firstPause * 2 ** (tried - 1));
    }
  }

  async function runOnce(
    { text, values, name }: Statement,
    isNamed: boolean,
  ): Promise<Result<readonly Row[], QueryFailure>> {
    const acquired = await ResultAsync.fromPromise(acquire(), (error) => error as DriverError);
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
    if (failure !== undefined) (connection as PoolClient & { unref?(): void }).unref?.();
    connection.release(failure);
    return answer.map(({ rows }) => rows);
  }
}

/** Leaves each value as text, even if the process has set other parsers for all queries. */
const asText = { getTypeParser: () => (text: string) => text };
