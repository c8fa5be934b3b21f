import { cases } from '../src/cases/cases.ts';
import { connectTestee, type ClientFixture } from '../src/connected-client.ts';
import type { ConformanceCase } from '../src/conformance-case.ts';
import { createEventLog } from '../src/event-log.ts';
import type { CheckReport } from '../src/report.ts';
import { runCases } from '../src/run.ts';
import { openHarness } from '../src/harness.ts';

/** Looks at a client of this process in every case, or in some. */
export async function judged(
  fixture: ClientFixture,
  some: readonly ConformanceCase[] = cases,
): Promise<readonly CheckReport[]> {
  const events = createEventLog();
  const harness = await openHarness(connectTestee(fixture, events.add), events);
  try {
    return await runCases(harness, some, () => '');
  } finally {
    await harness.close();
  }
}

/** Starts to look at several clients, at most `atATime` at once: they wait most of the time. */
export function eachOf<T, Found>(
  subjects: readonly T[],
  atATime: number,
  look: (subject: T) => Promise<Found>,
): readonly Promise<Found>[] {
  const ended: Promise<unknown>[] = [];
  return subjects.map((subject, index) => {
    const found = (ended[index - atATime] ?? Promise.resolve()).then(() => look(subject));
    ended.push(found.catch(() => undefined));
    return found;
  });
}
