/** How a clock ends. */
type End = 'timeout' | 'aborted';

/** A deadline that a signal can end early. */
export interface Clock {
  /** Resolves when the time is over, or when the signal is aborted. */
  readonly over: Promise<End>;
  /** Frees the timer and the signal. */
  stop(): void;
}

/** Starts a clock. */
export function startClock(milliseconds: number, signal: AbortSignal | undefined): Clock {
  let resolve: (end: End) => void = () => undefined;
  const over = new Promise<End>((resolveOver) => (resolve = resolveOver));
  const abort = () => {
    resolve('aborted');
  };
  const timer = setTimeout(() => {
    resolve('timeout');
  }, milliseconds);
  signal?.addEventListener('abort', abort);
  return {
    over,
    stop() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    },
  };
}
