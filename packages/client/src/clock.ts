type End = 'timeout' | 'aborted';

/** A deadline that a signal can end early. */
export interface Clock {
  /** Resolves when the time is over, or when the signal is aborted. */
  readonly over: Promise<End>;
  /** Frees the timer and the signal. */
  stop(): void;
}

/** Waits, and uses chance: what the repeats of reads need of the world around them. */
export interface Pacing {
  /** Resolves after so many milliseconds, or when the signal is aborted. */
  pause(milliseconds: number, signal: AbortSignal | undefined): Promise<End>;
  /** A random number from 0 to 1. */
  random(): number;
}

/** The timers as they were when this module was loaded: a test that fakes timers afterwards does not stop the repeats of reads. */
const unfaked = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout };

/** Paces by the platform's own timers and chance. */
export const platformPacing: Pacing = {
  async pause(milliseconds, signal) {
    const clock = startClock(milliseconds, signal, unfaked);
    const end = await clock.over;
    clock.stop();
    return end;
  },
  random: () => Math.random(),
};

export function startClock(
  milliseconds: number,
  signal: AbortSignal | undefined,
  { setTimeout, clearTimeout }: Pick<typeof globalThis, 'setTimeout' | 'clearTimeout'> = globalThis,
): Clock {
  let stop: () => void = () => undefined;
  const over = new Promise<End>((resolve) => {
    const forget = signal && onAbort(signal, () => resolve('aborted'));
    const timer = setTimeout(resolve, milliseconds, 'timeout');
    stop = () => {
      clearTimeout(timer);
      forget?.();
    };
  });
  return { over, stop };
}

/** The functions to call when a signal is aborted. */
const abortsOf = new WeakMap<AbortSignal, Set<() => void>>();

/** Calls back when a signal is aborted. Returns a function that unsubscribes. */
function onAbort(signal: AbortSignal, abort: () => void): () => void {
  const aborts = abortsOf.get(signal) ?? new Set();
  abortsOf.set(signal, aborts.add(abort));
  // All calls share one listener, which a signal keeps only once: Node 20 and 22 warn of a leak after ten listeners.
  signal.addEventListener('abort', abortAll);
  return () => {
    aborts.delete(abort);
    if (aborts.size === 0) signal.removeEventListener('abort', abortAll);
  };
}

function abortAll(this: AbortSignal): void {
  for (const abort of abortsOf.get(this) ?? []) abort();
}
