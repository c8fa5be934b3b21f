type End = 'timeout' | 'aborted';

/** A deadline that a signal can end early. */
export interface Clock {
  /** Resolves when the time is over, or when the signal is aborted. */
  readonly over: Promise<End>;
  /** Frees the timer and the signal. */
  stop(): void;
}

export function startClock(milliseconds: number, signal: AbortSignal | undefined): Clock {
  let stop: () => void = () => undefined;
  const over = new Promise<End>((resolve) => {
    const timer = setTimeout(resolve, milliseconds, 'timeout');
    const forget = signal && onAbort(signal, () => resolve('aborted'));
    stop = () => {
      clearTimeout(timer);
      forget?.();
    };
  });
  return { over, stop };
}

/** What the abortion of a signal ends. */
const abortsOf = new WeakMap<AbortSignal, Set<() => void>>();

/** Calls back when a signal is aborted. Returns a function that unsubscribes. */
function onAbort(signal: AbortSignal, abort: () => void): () => void {
  const aborts = abortsOf.get(signal) ?? new Set();
  abortsOf.set(signal, aborts.add(abort));
  // A signal takes one listener only once, whatever the number of calls. Node 20 and 22 warn of a leak if there are more than ten.
  signal.addEventListener('abort', abortAll);
  return () => {
    aborts.delete(abort);
    if (aborts.size === 0) signal.removeEventListener('abort', abortAll);
  };
}

function abortAll(this: AbortSignal): void {
  for (const abort of abortsOf.get(this) ?? []) abort();
}
