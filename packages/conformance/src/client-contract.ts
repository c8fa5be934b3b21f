import { cases } from './cases/cases.ts';
import { connectTestee, type ClientFixture } from './connected-client.ts';
import { createEventLog } from './event-log.ts';
import type { CheckReport, Level } from './report.ts';
import { runCases } from './run.ts';
import { newestSet, sets } from './sets.ts';
import { openHarness } from './harness.ts';

/** One case of the conformance run as a check that any test runner can run. */
export interface ClientCheck {
  /** What a right client does, with the number of the case: the name of the test. */
  readonly name: string;
  readonly case: number;
  readonly level: Level;
  /**
   * Calls a client, and looks at what it sent and what it made of the answers.
   *
   * @returns a promise of what was seen, also if the client deviates from a SHOULD (`warn`), or the check says nothing. It
   *   rejects with an Error that says what was expected and seen if the client deviates from a MUST, or could not be judged
   */
  run(fixture: ClientFixture): Promise<CheckReport>;
}

/** The newest set of cases of the conformance run, for clients in this process. `petstore-kit conformance` runs it for all others. */
export const clientContract: readonly ClientCheck[] = cases
  .filter((each) => sets[newestSet]?.includes(each.case))
  .map((each) => ({
    name: `${each.case}. A client ${each.name}`,
    case: each.case,
    level: each.level,
    async run(fixture) {
      const events = createEventLog();
      const harness = await openHarness(connectTestee(fixture, events.add), events);
      try {
        const [check] = await runCases(harness, [each], (number) => `check ${number} of clientContract`);
        if (check === undefined) throw new Error('The check did not run.');
        if (check.verdict === 'fail' || check.verdict === 'harness_error') throw new Error(describeFailure(check));
        return check;
      } finally {
        await harness.close();
      }
    },
  }));

function describeFailure({ case: number, name, expected, seen, why, reference, log }: CheckReport): string {
  return [
    `${number}. A client ${name}.`,
    `Expected: ${expected}`,
    `Seen: ${seen}`,
    `${why} (${reference})`,
    ...log,
  ].join('\n');
}
