/**
 * Waits for a promise, but no longer than some milliseconds.
 *
 * @param timers the global ones by default. Pass Node's own where a test may fake the global ones
 * @returns what the promise resolves with; `undefined` if the time is over before
 */
export async function withTimeout<T>(
  promise: Promise<T>,
  milliseconds: number,
  { setTimeout, clearTimeout }: Pick<typeof globalThis, 'setTimeout' | 'clearTimeout'> = globalThis,
): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, milliseconds, undefined);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
