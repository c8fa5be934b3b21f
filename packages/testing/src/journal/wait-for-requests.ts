import { err, ok, type Result } from '@petstore/core';
import type { Journal, RecordedRequest } from './journal.ts';
import type { TestLifetime } from '../test-lifetime.ts';

/**
 * Waits until so many requests have arrived.
 *
 * @param timeout how long to wait, in milliseconds
 * @param gone aborted when nobody waits any longer
 * @returns the requests; an Err with a sentence that names those that came if the time is up or the test is over
 */
export async function waitForRequests(
  journal: Journal,
  lifetime: TestLifetime,
  atLeast: number,
  timeout: number,
  gone?: AbortSignal,
): Promise<Result<readonly RecordedRequest[], string>> {
  const enough = new AbortController();
  const end = () => {
    enough.abort();
  };
  const stopListening = journal.onArrival(() => {
    if (journal.countArrivals() >= atLeast) end();
  });
  gone?.addEventListener('abort', end);
  const isTimeUp = journal.countArrivals() < atLeast && (await lifetime.createWait(enough.signal)(timeout));
  stopListening();
  if (journal.countArrivals() >= atLeast) return ok(journal.requests());
  return err(describeMissing(journal, atLeast, isTimeUp ? timeout : undefined));
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
