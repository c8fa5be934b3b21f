import { caseOfEveryOperation, cases } from '../cases/cases.ts';
import { connectClient, type ClientFixture } from '../adapter/client-fixture.ts';
import { createEventLog } from '../harness/event-log.ts';
import { openHarness } from '../harness/harness.ts';
import type { Level } from '../player/conformance-case.ts';
import type { CheckReport } from '../report/report.ts';
import { checkCases } from './check-cases.ts';

const noOperation =
  'The client has no operation, so nothing can be judged: connect must return listPets, createPet or getPet.';

/** One case of the conformance run, for any test runner. */
export interface ClientCheck {
  /** The number of the case and what a right client does: the name of the test. */
  readonly name: string;
  readonly case: number;
  readonly level: Level;
  /**
   * How long the check may take, in milliseconds: a limit for the test runner. Some checks wait for some seconds by design, which is
   * longer than the default of most runners.
   */
  readonly timeout: number;
  /**
   * Calls a client, and judges what it sent and what it made of the responses.
   *
   * @returns a promise of the report. Its verdict is `pass`, `warn`, `note`, `not_exercised` or `not_supported`
   *   With the last two, nothing was judged: skip the test
   * @throws Error (the promise rejects) if the client does not do what a MUST demands, or could not be judged. The message says
   *   what was expected and seen. The first check also throws if the client has no operation at all
   */
  run(fixture: ClientFixture): Promise<CheckReport>;
}

/**
 * The cases of the conformance run, for clients in this process. Clients in other languages use
 * `petstore-kit conformance`.
 *
 * @example
 * ```ts
 * for (const check of clientContract) {
 *   test(check.name, { timeout: check.timeout }, async ({ skip }) => {
 *     const { verdict, seen } = await check.run(fixture);
 *     skip(verdict === 'not_supported' || verdict === 'not_exercised', seen);
 *   });
 * }
 * ```
 */
export const clientContract: readonly ClientCheck[] = cases.map((each) => ({
  name: `${each.case}. A client ${each.name}`,
  case: each.case,
  level: each.level,
  timeout: 60_000,
  async run(fixture) {
    const events = createEventLog();
    const harness = await openHarness(connectClient(fixture, events.add), events);
    try {
      const [check] = await checkCases([harness], [each], {
        repeat: (number) => `check ${number} of clientContract`,
      });
      if (check === undefined) throw new Error('The check did not run.');
      if (each.case === caseOfEveryOperation && check.verdict === 'not_supported') throw new Error(noOperation);
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
