import { maxTimeout } from '@petstore/core';
import { clearTimeout, setTimeout } from '@petstore/http-node';

/**
 * Waits. A wait keeps the process alive, as a connection would; the timer of `AbortSignal.timeout` does not.
 *
 * @param milliseconds by default, until the test ends
 * @returns whether the time has passed; `false` if the signal was aborted or the test is over
 */
export type Wait = (milliseconds?: number) => Promise<boolean>;

/** The time from the start of a test to its end. No wait outlives its test. */
export interface TestLifetime {
  /** Makes the function by which a request waits, at most until the test ends or a signal is aborted. */
  createWait(signal: AbortSignal): Wait;
  /** Ends the test. Begins another one, unless it was the last. */
  end(which: 'this' | 'last'): void;
}

export function createTestLifetime(): TestLifetime {
  const waiting = new Set<() => void>();
  let test = { isOver: false };
  return {
    createWait(signal) {
      const own = test;
      return (milliseconds = maxTimeout) => {
        if (milliseconds === 0) return Promise.resolve(true);
        if (own.isOver || signal.aborted) return Promise.resolve(false);
        return new Promise((resolve) => {
          const settle = (hasPassed: boolean) => {
            clearTimeout(timer);
            waiting.delete(stop);
            signal.removeEventListener('abort', stop);
            resolve(hasPassed);
          };
          const stop = () => settle(false);
          const timer = setTimeout(settle, milliseconds, true);
          waiting.add(stop);
          signal.addEventListener('abort', stop);
        });
      };
    },
    end(which) {
      test.isOver = true;
      test = { isOver: which === 'last' };
      for (const stop of waiting) stop();
    },
  };
}
