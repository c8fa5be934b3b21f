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
  const forget = signal && onAbort(signal, abort);
  return {
    over,
    stop() {
      clearTimeout(timer);
      forget?.();
    },
  };
}

/** What the abortion of a signal ends. */
interface Aborts {
  readonly each: Set<() => void>;
  readonly all: () => void;
}

/** One listener for each signal, whatever the number of calls: Node warns of a leak if there are more than ten. */
const abortsOf = new WeakMap<AbortSignal, Aborts>();

/** Calls back when a signal is aborted. Returns a function that unsubscribes. */
function onAbort(signal: AbortSignal, abort: () => void): () => void {
  const { each, all } = abortsOf.get(signal) ?? createAborts();
  if (each.size === 0) {
    abortsOf.set(signal, { each, all });
    signal.addEventListener('abort', all);
  }
  each.add(abort);
  return () => {
    each.delete(abort);
    if (each.size === 0) signal.removeEventListener('abort', all);
  };
}

function createAborts(): Aborts {
  const each = new Set<() => void>();
  return {
    each,
    all: () => {
      for (const abort of each) abort();
    },
  };
}
