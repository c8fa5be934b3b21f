import { setTimeout as wait } from 'node:timers/promises';
import type { Client, Pool, PoolClient } from 'pg';
import type { DriverError } from './query-failure.ts';

/** The longest pause before the second try, in milliseconds; it doubles with each further try, up to ten times as long. */
const firstPause = 50;

/**
 * Creates a function that returns a connection for one statement. It rejects with a {@link DriverError}; then nothing was sent.
 * If a connection is refused, it waits for another one or tries again, until the `connectionTimeoutMillis` of the pool has passed.
 *
 * @param mayTryAgain whether a refused connection is worth another try
 */
export function createAcquire(pool: Pool, mayTryAgain: (error: DriverError) => boolean): () => Promise<PoolClient> {
  const limit = pool.options.connectionTimeoutMillis ?? 0;

  return async () => {
    const deadline = performance.now() + limit;
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
  async function usable(deadline: number): Promise<PoolClient> {
    for (;;) {
      const connection = await connectBefore(deadline);
      const { stream } = (connection as PoolClient & Pick<Client, 'connection'>).connection;
      if (stream.writable && !/[TE]/.test(connection.getTransactionStatus() ?? '')) return connection;
      // This rolls back.
      connection.release(new Error('the connection is closing, or its last user did not end a transaction'));
    }
  }

  /** The pool would count its limit anew with each try. */
  async function connectBefore(deadline: number): Promise<PoolClient> {
    const connecting = pool.connect();
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, deadline - performance.now(), undefined);
    });
    const connection = await Promise.race([connecting, timeout]).finally(() => {
      clearTimeout(timer);
    });
    if (connection !== undefined) return connection;
    connecting.then(
      (late) => {
        late.release();
      },
      () => undefined,
    );
    throw new Error('timeout while waiting for a connection');
  }
}

/** No room for one more client (53300), or a server that is starting or stopping (57P03). PgBouncer before 1.19 has no code of its own. */
export function isRefusedForNow({ code, message }: DriverError): boolean {
  return code === '53300' || code === '57P03' || message.startsWith('no more connections allowed');
}
