import { setImmediate } from './timers.ts';

const waiting: (() => void)[] = [];

/**
 * Calls a function at the end of this turn of the event loop, after those that were passed before. All responses of a turn are sent
 * together (measured: bench/README.md).
 *
 * @param send must not throw
 */
export function sendSoon(send: () => void): void {
  if (waiting.push(send) === 1) setImmediate(sendAll);
}

function sendAll(): void {
  for (const send of waiting.splice(0)) send();
}
