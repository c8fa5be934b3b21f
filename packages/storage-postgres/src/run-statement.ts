import { err, ok, ResultAsync, type Result } from '@petstore/core';
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Connection, StoragePool } from './pool.ts';
import {
  createQueryFailure,
  determineOutcome,
  isConflict,
  isPreparedInVain,
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
  readonly name?: string | undefined;
}

/**
 * Creates a statement that each connection parses and plans once. Storages that share a pool must not give one name to two texts, so
 * the name is a hash of the text.
 */
export function createStatement(text: string): (...values: readonly Value[]) => Statement {
  const name = `petstore_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
  return (...values) => ({ text, values, name });
}

/** Runs a statement on any free connection. */
export type Run = (statement: Statement) => ResultAsync<readonly Row[], QueryFailure>;

/** How many times a statement that conflicts with other transactions is sent again. */
const maxConflicts = 4;

/** The max pause before the second try, in milliseconds. The pause doubles with each further try, up to `maxPause`. */
const firstPause = 50;
const maxPause = 500;

/**
 * Creates a `Run` on a pool, which sends a statement again in these cases only:
 *
 * - The statement conflicts with others (40001, 40P01): up to four times, after random pauses.
 * - The database did not get it, because there was no connection, or it had ended: within the `connectTimeout` of the pool, after
 *   random pauses.
 * - It was prepared in vain, because a pooler changes the connections to the server, or a column has another type now: at once and
 *   without a name, as every later statement.
 *
 * @param server where the database is, for messages
 */
export function createRun(pool: StoragePool, server: string, queryTimeout: number): Run {
  let useNames = true;

  return (statement) => new ResultAsync(runWithRetries(statement));

  async function runWithRetries(statement: Statement): Promise<Result<readonly Row[], QueryFailure>> {
    let deadline = performance.now() + pool.connectTimeout;
    let conflicts = 0;
    let refusal: QueryFailure | undefined;

    for (let tries = 0; ; tries++) {
      const sent: Statement = useNames ? statement : { ...statement, name: undefined };
      const acquired = await acquire(deadline);
      const answered = acquired.isErr() ? err(acquired.error) : await send(acquired.value, sent);
      if (answered.isOk()) return answered;
      const failure = answered.error;

      if (sent.name !== undefined && isPreparedInVain(failure)) {
        useNames = false;
        continue; // without a pause
      }
      if (isConflict(failure)) {
        if (conflicts === maxConflicts) return err(failure);
        conflicts += 1;
        deadline = performance.now() + pool.connectTimeout;
      } else {
        if (failure.outcome !== 'not-sent') return err(failure);
        if (performance.now() >= deadline) return err(refusal ?? failure); // say why, not only that the time is over
        if (acquired.isErr() && !pool.recoverFrom(failure.error)) return err(failure);
        refusal = failure;
      }
      await wait(Math.random() * Math.min(firstPause * 2 ** tries, maxPause));
    }
  }

  function acquire(deadline: number): ResultAsync<Connection, QueryFailure> {
    return ResultAsync.fromPromise(pool.acquire(deadline), (error) =>
      createQueryFailure('not-sent', error as DriverError, server),
    );
  }

  /** Sends a statement, and gives the connection back. */
  async function send(
    connection: Connection,
    { values, ...statement }: Statement,
  ): Promise<Result<readonly Row[], QueryFailure>> {
    const query = { values: [...values], rowMode: 'array' as const, types: asText, query_timeout: queryTimeout };
    let answer: Answer | readonly Answer[];
    try {
      answer = (await connection.query({ ...statement, ...query })) as Answer | readonly Answer[];
    } catch (thrown) {
      const error = thrown as DriverError;
      if (keepsConnection(error)) connection.release();
      else pool.discard(connection, error);
      return err(createQueryFailure(determineOutcome(error), error, server));
    }
    connection.release();
    return ok('rows' in answer ? answer.rows : answer.flatMap(({ rows }) => rows));
  }
}

/** The answer to one statement. `pg` returns a list of them for several statements. */
interface Answer {
  readonly rows: readonly Row[];
}

/** Leaves each value as text, even if the process has set other parsers for all queries. */
const asText = { getTypeParser: () => (text: string) => text };
