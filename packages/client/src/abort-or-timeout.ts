/**
 * Starts a time limit that a signal can end early. `over` resolves with what ended it. Call `stop` once the result is there: it frees
 * the timer and the signal.
 */
export function startClock(milliseconds: number, signal: AbortSignal | undefined) {
  let stop: () => void = () => undefined;
  const over = new Promise<'timeout' | 'aborted'>((resolve) => {
    const unsubscribe = signal && onAbort(signal, () => resolve('aborted'));
    const timer = setTimeout(resolve, milliseconds, 'timeout');
    stop = () => {
      clearTimeout(timer);
      unsubscribe?.();
    };
  });
  return { over, stop };
}

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
