type End = 'timeout' | 'aborted';

/** A time limit that a signal can end early. */
export interface Clock {
  /** Resolves when the time is over, or when the signal is aborted. */
  readonly over: Promise<End>;
  /** Frees the timer and the signal. */
  stop(): void;
}

/** The timers and random numbers for the retries. */
export interface Pacing {
  /** Resolves after this time, or when the signal is aborted. */
  pause(milliseconds: number, signal: AbortSignal | undefined): Promise<End>;
  /** A random number from 0 to 1. */
  random(): number;
}

/** The timers at the time when this module was loaded, so that a test that fakes timers later does not stop the retries. */
const realTimers = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout };

/** Uses the platform's timers and random numbers. */
export const platformPacing: Pacing = {
  async pause(milliseconds, signal) {
    const clock = startClock(milliseconds, signal, realTimers);
    const end = await clock.over;
    clock.stop();
    return end;
  },
  random: () => Math.random(),
};

/** Starts a time limit. Stop it when the result is there. */
export function startClock(
  milliseconds: number,
  signal: AbortSignal | undefined,
  { setTimeout, clearTimeout }: Pick<typeof globalThis, 'setTimeout' | 'clearTimeout'> = globalThis,
): Clock {
  let stop: () => void = () => undefined;
  const over = new Promise<End>((resolve) => {
    const unsubscribe = signal && onAbort(signal, () => resolve('aborted'));
    const timer = setTimeout(resolve, milliseconds, 'timeout');
    stop = () => {
      clearTimeout(timer);
      unsubscribe?.();
    };
  });
  return { over, stop };
}

/** The callbacks of each signal. */
const callbacks = new WeakMap<AbortSignal, Set<() => void>>();

/** Calls back when a signal is aborted. Returns a function that unsubscribes. */
function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const ofSignal = callbacks.get(signal) ?? new Set();
  callbacks.set(signal, ofSignal.add(callback));
  // All calls share one listener, because Node 20 and 22 warn of a leak after ten. A signal adds the same listener only once.
  signal.addEventListener('abort', callAll);
  return () => {
    ofSignal.delete(callback);
    if (ofSignal.size === 0) signal.removeEventListener('abort', callAll);
  };
}

function callAll(this: AbortSignal): void {
  for (const callback of callbacks.get(this) ?? []) callback();
}
