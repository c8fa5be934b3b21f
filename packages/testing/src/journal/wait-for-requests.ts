import type { TestLifetime } from '../test-lifetime.ts';
import type { Journal, RecordedRequest } from './journal.ts';

/**
 * Waits until so many requests have arrived.
 *
 * @param timeout in milliseconds
 * @param gone ends the wait early: nobody waits any longer
 * @returns a promise of the requests. It rejects with an Error that names those that came if the time is up or the test is over
 */
export async function waitForRequests(
  journal: Journal,
  lifetime: TestLifetime,
  atLeast: number,
  timeout: number,
  gone?: AbortSignal,
): Promise<readonly RecordedRequest[]> {
  const over = new AbortController();
  const end = () => over.abort();
  const stopListening = journal.onArrival(() => {
    if (journal.countArrivals() >= atLeast) end();
  });
  gone?.addEventListener('abort', end);
  if (gone?.aborted) end();
  const isTimeUp = journal.countArrivals() < atLeast && (await lifetime.createWait(over.signal)(timeout));
  stopListening();
  gone?.removeEventListener('abort', end);
  if (journal.countArrivals() >= atLeast) return journal.requests();
  throw new Error(describeMissing(journal, atLeast, isTimeUp ? timeout : undefined));
}

function describeMissing(journal: Journal, atLeast: number, timeout: number | undefined): string {
  const waited =
    timeout === undefined
      ? `The wait for ${atLeast} requests ended, because the store was reset or closed`
      : `Waited ${timeout} ms for ${atLeast} requests`;
  const newest = journal.requests().slice(-10);
  const lines = newest.map(({ method, path, status }) => `${method} ${path} ${status ?? '(no status)'}`);
  const came = lines.length === 0 ? '' : `: ${lines.join(', ')}`;
  return `${waited}: ${journal.countArrivals()} came${came}.`;
}
