import type { Journal, RecordedRequest } from './journal.ts';
import type { TestLifetime } from '../test-lifetime.ts';

/**
 * Waits until so many requests have arrived.
 *
 * @param timeout how long to wait, in milliseconds
 * @returns a promise of the requests. It rejects with an Error that names those that came if the time is up or the test is over
 */
export async function waitForRequests(
  journal: Journal,
  lifetime: TestLifetime,
  atLeast: number,
  timeout: number,
): Promise<readonly RecordedRequest[]> {
  const enough = new AbortController();
  const stopListening = journal.onArrival(() => {
    if (journal.countArrivals() >= atLeast) enough.abort();
  });
  const isTimeUp = journal.countArrivals() < atLeast && (await lifetime.createWait(enough.signal)(timeout));
  stopListening();
  if (journal.countArrivals() >= atLeast) return journal.requests();
  throw new Error(describeMissing(journal, atLeast, isTimeUp ? timeout : undefined));
}

/** Says how many requests were waited for, how many came, and which. */
function describeMissing(journal: Journal, atLeast: number, timeout: number | undefined): string {
  const waited =
    timeout === undefined
      ? `The wait for ${atLeast} requests ended, because the store was reset or closed`
      : `Waited ${timeout} ms for ${atLeast} requests`;
  const lines = journal.requests().map(({ method, path, status }) => `${method} ${path} ${status ?? '(no status)'}`);
  const came = lines.length === 0 ? '' : `: ${lines.slice(-10).join(', ')}`;
  return `${waited}: ${journal.countArrivals()} came${came}.`;
}
