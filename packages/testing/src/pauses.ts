import { maxTimeout } from '@petstore/core';
import { clearTimeout, setTimeout } from './timers.ts';

/**
 * Waits. It keeps the process alive, as a connection would; the timer of `AbortSignal.timeout` does not.
 *
 * @param milliseconds how long; 24 days by default
 * @returns whether the time has passed; `false` if the client is gone or the test is over
 */
export type Pause = (milliseconds?: number) => Promise<boolean>;

/** The waiting requests. None of them outlives its test. */
export interface Pauses {
  /**
   * Makes the function by which a request waits, at most until the test ends.
   *
   * @param gone aborted when the client is gone
   */
  begin(gone: AbortSignal): Pause;
  /** Ends the test, and begins a new one. The requests of the ended test wait no longer. */
  endAll(): void;
  /** Ends the test and every later one. */
  close(): void;
}

/** Makes an empty set of pauses. */
export function createPauses(): Pauses {
  const ends = new Set<() => void>();
  let test = { isOver: false };
  const endAll = (isClosed = false) => {
    test.isOver = true;
    test = { isOver: isClosed };
    for (const end of ends) end();
  };
  return {
    begin(gone) {
      const own = test;
      return (milliseconds = maxTimeout) => {
        if (milliseconds === 0) return Promise.resolve(true);
        if (own.isOver || gone.aborted) return Promise.resolve(false);
        return new Promise((resolve) => {
          const settle = (hasPassed: boolean) => {
            clearTimeout(timer);
            ends.delete(end);
            gone.removeEventListener('abort', end);
            resolve(hasPassed);
          };
          const end = () => {
            settle(false);
          };
          const timer = setTimeout(settle, milliseconds, true);
          ends.add(end);
          gone.addEventListener('abort', end);
        });
      };
    },
    endAll: () => {
      endAll();
    },
    close: () => {
      endAll(true);
    },
  };
}
