import { clearTimeout, setTimeout } from '@petstore/http-node/internal';

/**
 * Waits.
 *
 * @param milliseconds how long; until the end if it is left out
 * @returns whether the time has passed: `false` if the client is gone or the test over
 */
export type Pause = (milliseconds?: number) => Promise<boolean>;

/** The requests that wait: none of them outlives the test. */
export interface Pauses {
  /** @param gone is aborted when the client is gone */
  wait(milliseconds: number | undefined, gone: AbortSignal): Promise<boolean>;
  /** Ends everything that waits. */
  endAll(): void;
  /** Ends everything that waits, now and from now on. */
  close(): void;
}

/** Makes an empty set of pauses. */
export function createPauses(): Pauses {
  const ends = new Set<() => void>();
  let isClosed = false;
  const endAll = () => {
    for (const end of ends) end();
  };
  return {
    wait(milliseconds, gone) {
      if (milliseconds === 0) return Promise.resolve(true);
      if (isClosed || gone.aborted) return Promise.resolve(false);
      return new Promise((resolve) => {
        const settle = (isOver: boolean) => {
          clearTimeout(timer);
          ends.delete(end);
          gone.removeEventListener('abort', end);
          resolve(isOver);
        };
        const end = () => {
          settle(false);
        };
        const timer = milliseconds === undefined ? undefined : setTimeout(settle, milliseconds, true);
        ends.add(end);
        gone.addEventListener('abort', end);
      });
    },
    endAll,
    close() {
      isClosed = true;
      endAll();
    },
  };
}
