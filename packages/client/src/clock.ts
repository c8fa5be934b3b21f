type End = 'timeout' | 'aborted';

/** A time limit that a signal can end early. */
export interface Clock {
  /** Resolves when the time is over, or when the signal is aborted. */
  readonly over: Promise<End>;
  /** Frees the timer and the signal. */
  stop(): void;
}

/** Starts a time limit. Stop it when the result is there. */
export function startClock(milliseconds: number, signal: AbortSignal | undefined): Clock {
  let stop: () => void = () => undefined;
  const over = new Promise<End>((resolve) => {
    const abort = () => resolve('aborted');
    signal?.addEventListener('abort', abort);
    const timer = setTimeout(resolve, milliseconds, 'timeout');
    stop = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    };
  });
  return { over, stop };
}
