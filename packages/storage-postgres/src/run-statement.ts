import { err, ResultAsync, type Result } from '@petstore/core';
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Connection, StoragePool } from './pool.ts';
import {
  createQueryFailure,
  determineOutcome,
  isConflict,
  isLostName,
  keepsConnection,
  type DriverError,
  type QueryFailure,
} from './query-failure.ts';

/** A value to or from the database: text, whatever the type of its column, or NULL. */
export type Value = string | null;

/** The values of the columns of a row, in the order of the statement. */
export type Row = readonly Value[];

/** An SQL statement, which PostgreSQL runs in a transaction of its own. */
export interface Statement {
  /** SQL. Without values, the text may be several statements with semicolons between them. */
  readonly text: string;
  readonly values: readonly Value[];
  /** The name under which each connection prepares the statement; `undefined` if none prepares it. */
  readonly name?: string;
}

/**
 * Creates a statement that each connection parses and plans once. The name is a hash of the text, because a connection refuses
 * a second text under one name, and several storages may share a pool.
 */
export function createStatement(text: string): (...values: readonly Value[]) => Statement {
  const name = `petstore_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
  return (...values) => ({ text, values, name });
}

/** Runs a statement on any free connection. */
export type Run = (statement: Statement) => ResultAsync<readonly Row[], QueryFailure>;

/** How a `Run` runs statements. */
export interface RunOptions {
  /** Where the database is, for messages. */
  readonly server: string;
  /** How long to wait for the answer to a statement, in milliseconds. */
  readonly queryTimeout: number;
  /** Whether to prepare statements under their names. */
  readonly namedStatements: boolean;
}

/** How many times a statement that conflicts with other transactions is sent again. */
const maxConflicts = 4;

/** The max pause before the second try, in milliseconds. The pause doubles with each further try, up to `maxPause`. */
const firstPause = 50;
const maxPause = 500;

/**
 * Creates a `Run` on a pool, which sends a statement again in these cases only:
 *
 * - The statement conflicts with others (40001, 40P01): up to four times, after random pauses.
 * - The database did not get the statement, because there was no connection or the connection had ended: within the `connectTimeout`
 *   of the pool, after random pauses.
 * - The name is unknown or taken, because a pooler changes the connections to the server: at once and without a name, as every later
 *   statement.
 */
export function createRun(pool: StoragePool, { server, queryTimeout, namedStatements }: RunOptions): Run {
  let useNames = namedStatements;

  return (statement) => new ResultAsync(runWithRetries(statement));

  async function runWithRetries(statement: Statement): Promise<Result<readonly Row[], QueryFailure>> {
    let deadline = performance.now() + pool.connectTimeout;
    let conflicts = 0;
    let refusal: QueryFailure | undefined;

    for (let tries = 0; ; tries++) {
      const isNamed = useNames;
      const connection = await pool.acquire(deadline);
      const result = await connection
        .mapErr((error) => createQueryFailure('not-sent', error, server))
        .asyncAndThen((acquired) => send(acquired, statement, isNamed));
      if (result.isOk()) return result;

      const failure = result.error;
      if (isNamed && isLostName(failure)) {
        useNames = false;
        continue;
      }
      if (isConflict(failure) && conflicts < maxConflicts) {
        conflicts += 1;
        deadline = performance.now() + pool.connectTimeout;
      } else if (failure.outcome !== 'not-sent') {
        return result;
      } else if (performance.now() >= deadline) {
        return err(refusal ?? failure); // the refusal says more than that the time is over
      } else if (connection.isErr() && !pool.handleRefusal(connection.error)) {
        return result;
      } else {
        refusal = failure;
      }
      await wait(Math.random() * Math.min(firstPause * 2 ** tries, maxPause));
    }
  }

  function send(
    connection: Connection,
    { text, values, name }: Statement,
    isNamed: boolean,
  ): ResultAsync<readonly Row[], QueryFailure> {
    const query = { text, values: [...values], rowMode: 'array' as const, types: asText, query_timeout: queryTimeout };
    return ResultAsync.fromPromise(
      connection.query<Value[]>(isNamed ? { ...query, name } : query) as Promise<Answer | readonly Answer[]>,
      (error) => error as DriverError,
    )
      .map((answer) => ('rows' in answer ? answer.rows : answer.flatMap(({ rows }) => rows)))
      .mapErr((error) => createQueryFailure(determineOutcome(error), error, server))
      .andTee(() => {
        connection.release();
      })
      .orTee((failure) => {
        if (keepsConnection(failure)) {
          connection.release();
          return;
        }
        pool.discard(connection, failure.error);
      });
  }
}

/** The answer to one statement. `pg` returns a list of them for several statements. */
interface Answer {
  readonly rows: readonly Row[];
}

/** Leaves each value as text, even if the process has set other parsers for all queries. */
const asText = { getTypeParser: () => (text: string) => text };
