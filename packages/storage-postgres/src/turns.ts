import { withTimeout } from '@petstore/core';
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import { isClosedAtStart, type DriverError } from './query-failure.ts';

/** How long a pool uses a connection: alone, and if others had the connection within the last 10 s. All times in milliseconds. */
const longTurn = 1_000;
const shortTurn = 200;
const crowdMemory = 10_000;

/** How long a pool keeps a connection that no call uses. */
const maxIdle = 50;

/** How long a pool leaves the server to others after a turn: longer than others pause between their tries. */
const rest = 60;

/** The max pause between two tries. It shrinks, so that of several pools the one that has waited longest comes first. */
const maxPause = (waited: number) => Math.max(10, 50 - waited / 40);

/**
 * Lets the pools of several processes share a server that accepts one connection at a time, as PGlite does. A pool of one connection
 * closes its connection after a turn, and waits for the next turn while the server closes what it accepts.
 *
 * @returns waits until the pool has its turn. Rejects if the pool cannot connect, or at the deadline
 */
export function takeTurns(pool: Pool): (deadline: number) => Promise<void> {
  pool.options.idleTimeoutMillis = maxIdle;
  let turnEnd = -Infinity;
  let restEnd = -Infinity;
  pool.on('remove', endTurn);

  let latestDeadline = -Infinity;
  let nextTurn: Promise<true> | undefined;
  let refusal: DriverError | undefined;
  let crowdedUntil = -Infinity;

  return async (deadline) => {
    latestDeadline = Math.max(deadline, latestDeadline);
    if (performance.now() < turnEnd) return;
    nextTurn ??= startTurn().finally(() => (nextTurn = undefined));
    if (await withTimeout(nextTurn, deadline - performance.now())) return;
    throw refusal ?? new Error('timeout while waiting for a connection');
  };

  async function startTurn(): Promise<true> {
    if (pool.totalCount > 0) {
      const used = await pool.connect(); // after the calls that wait for the connection
      used.release(true);
      endTurn();
    }
    await wait(Math.max(0, restEnd - performance.now()));
    refusal = undefined;
    const begun = performance.now();
    for (;;) {
      try {
        const connection = await pool.connect();
        const now = performance.now();
        turnEnd = now + (now < crowdedUntil ? shortTurn : longTurn);
        connection.release();
        return true;
      } catch (error) {
        refusal = error as DriverError;
        const now = performance.now();
        if (!isClosedAtStart(refusal) || now >= latestDeadline) throw error;
        crowdedUntil = now + crowdMemory;
        await wait(Math.random() * maxPause(now - begun));
      }
    }
  }

  function endTurn(): void {
    turnEnd = -Infinity;
    restEnd = performance.now() + rest;
  }
}
