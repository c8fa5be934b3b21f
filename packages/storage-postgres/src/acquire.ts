import { setTimeout as wait } from 'node:timers/promises';
import type { Client, Pool, PoolClient } from 'pg';
import { isEndBeforeStatement, type DriverError } from './query-failure.ts';

/** The longest pause before the second try, in milliseconds; it doubles with each further try, up to ten times as long. */
const firstPause = 50;

/** How long a call waits for the first answer of a new connection before it looks for another one, in milliseconds. */
const patience = 200;

/** A connection of a pool, and the parts that the types of `pg` leave out. */
type PooledConnection = PoolClient & Pick<Client, 'connection'> & { unref?(): void };

/**
 * Creates a function that returns a connection for one statement. It rejects with a {@link DriverError}; then nothing was sent.
 * If a connection is refused, it waits for another one or tries again until the deadline, a time of `performance.now()`.
 *
 * @param mayTryAgain whether a refused connection is worth another try
 */
export function createAcquire(
  pool: Pool,
  mayTryAgain: (error: DriverError) => boolean,
): (deadline: number) => Promise<PooledConnection> {
  const answered = new WeakSet<PooledConnection>();

  return async (deadline) => {
    let refusal: unknown;
    for (let pause = firstPause; ; pause = Math.min(pause * 2, firstPause * 10)) {
      try {
        return await usable(deadline);
      } catch (error) {
        const left = deadline - performance.now();
        if (left <= 0) throw refusal ?? error;
        if (!mayTryAgain(error as DriverError)) throw error;
        refusal = error;
        await wait(Math.min(Math.random() * pause, left));
      }
    }
  };

  /** Returns an open connection outside a transaction: a commit that the user of a pool forgot would never come. */
  async function usable(deadline: number): Promise<PooledConnection> {
    for (;;) {
      const connection = await connectBefore(deadline);
      if (connection.connection.stream.writable && !/[TE]/.test(connection.getTransactionStatus() ?? '')) {
        if (!answered.has(connection)) await firstAnswer(connection, deadline);
        return connection;
      }
      // This rolls back.
      connection.release(new Error('the connection is closing, or its last user did not end a transaction'));
    }
  }

  /** The pool would count its limit anew with each try. */
  async function connectBefore(deadline: number): Promise<PooledConnection> {
    const connecting = pool.connect() as Promise<PooledConnection>;
    const connection = await within(deadline - performance.now(), connecting);
    if (connection !== undefined) return connection;
    connecting.then(
      (late) => {
        late.release();
      },
      () => undefined,
    );
    throw new Error('timeout while waiting for a connection');
  }

  /**
   * Waits until a new connection answers. PgBouncer accepts more connections than it has to the server: there, a pet would wait unsent until
   * its outcome is unknown. A connection that is late goes back to the pool once it answers, and the call may take another one.
   */
  async function firstAnswer(connection: PooledConnection, deadline: number): Promise<void> {
    let isLate = false;
    const timer = setTimeout(() => connection.connection.stream.destroy(), deadline - performance.now()).unref();
    const answer = connection.query('SELECT 1').then(
      () => {
        clearTimeout(timer);
        answered.add(connection);
        if (isLate) connection.release();
        return true;
      },
      (error: unknown) => {
        clearTimeout(timer);
        connection.release(error as Error);
        if (isLate) return false;
        throw error;
      },
    );
    if (await within(Math.min(patience, deadline - performance.now()), answer)) return;
    isLate = true;
    connection.unref?.();
    throw new Error(noAnswer);
  }
}

const noAnswer = 'a new connection got no answer';

/**
 * No room for one more client (53300), or a server that is starting or stopping (57P03). PgBouncer before 1.19 and Supavisor have no
 * codes of their own.
 */
export function isRefusedForNow(error: DriverError): boolean {
  const { code, message } = error;
  return code === '53300' || code === '57P03' || isEndBeforeStatement(error) || noRoom.test(message);
}

const noRoom = new RegExp(`no more connections allowed|max client(?: connection)?s reached|^${noAnswer}`, 'i');

/** Resolves with `undefined` if a promise takes longer. */
async function within<T>(milliseconds: number, promise: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, milliseconds, undefined);
  });
  return Promise.race([promise, timeout]).finally(() => {
    clearTimeout(timer);
  });
}
