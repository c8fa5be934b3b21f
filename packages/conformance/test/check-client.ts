import { cases } from '../src/cases/cases.ts';
import { connectClient, type ClientFixture } from '../src/adapter/client-fixture.ts';
import type { ConformanceCase } from '../src/player/conformance-case.ts';
import { defaultJobs } from '../src/run/command.ts';
import { createEventLog } from '../src/harness/event-log.ts';
import { openHarness } from '../src/harness/harness.ts';
import type { Trial } from '../src/harness/trial.ts';
import { pass } from '../src/observation/observation.ts';
import type { CheckReport } from '../src/report/report.ts';
import { checkCases } from '../src/run/check-cases.ts';

/**
 * Runs cases with a client of this process; all cases by default.
 *
 * @param timeout how long the client may take for a call whose time does not matter, in milliseconds. The default is long, because
 *   many clients share the process, which may also be late
 */
export async function checkClient(
  fixture: ClientFixture,
  chosen: readonly ConformanceCase[] = cases,
  { timeout = 60_000, jobs = defaultJobs, maxLateness = Infinity } = {},
): Promise<readonly CheckReport[]> {
  const open = () => {
    const events = createEventLog();
    return openHarness(connectClient(fixture, events.add), events, timeout);
  };
  const harness = await open();
  const others = Array.from({ length: Math.min(jobs, chosen.length) - 1 }, open);
  try {
    return await checkCases([harness, ...others], chosen, { repeat: () => '', maxLateness });
  } finally {
    for (const each of [harness, ...others]) await (await each).close();
  }
}

/** Makes a case that a client passes once it has answered some calls. */
export function makeCase(number: number, call: (trial: Trial) => Promise<unknown>): ConformanceCase {
  return {
    ...{ case: number, name: '', level: 'must', reference: '', why: '', expected: '' },
    async observe(trial) {
      await call(trial);
      return pass('It answered.');
    },
  };
}
