import * as fc from 'fast-check';
import { createHash } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';
import type { TestContext } from 'vitest';

/*
 * `npm test` is a short run: a tenth of the repetitions, a tenth of the tests in `test/` of each package, and some variants, all drawn with
 * the seed of the run. `npm run test:all` does all.
 */

/** Whether nothing is left out: `npm run test:all`. */
export const isWholeRun = env.PETSTORE_TEST_ALL === '1';

/** The end of the title of a test that a short run skips. */
export const leftOut = isWholeRun ? '' : ' (left out of the short run: npm run test:all has it)';

const seed = Number(env.PETSTORE_TEST_SEED);

/** Returns how often to repeat something: a tenth of `count` in a short run, at least once. */
export function repetitions(count: number): number {
  return isWholeRun ? count : Math.ceil(count / 10);
}

/**
 * Draws some members for a short run, and keeps their order.
 *
 * @param what their name, in what the run says at its end
 */
export function drawSome<T extends string | number>(what: string, members: readonly T[], count: number): readonly T[] {
  const [drawn = members] = drawForEach(what, 1, members, count);
  return drawn;
}

/** Draws as `drawSome` does, for each of a number of subjects. */
export function drawForEach<T extends string | number>(
  what: string,
  subjects: number,
  members: readonly T[],
  count: number,
): readonly (readonly T[])[] {
  if (isWholeRun) return Array.from({ length: subjects }, () => members);
  const some = fc.subarray([...members], { minLength: count, maxLength: count });
  const drawn = fc.sample(some, { seed, numRuns: subjects });
  const which = subjects === 1 ? drawn.join().replaceAll(',', ', ') : `${count} for each of ${subjects}`;
  appendFileSync(drawnFile(), `  ${what}: ${which} (of ${members.length})\n`);
  return drawn;
}

/** Whether tests are drawn: in `npm test`. A run of named files (`npx vitest packages/core`) has all of their tests. */
export const drawsTests = !isWholeRun && env.npm_lifecycle_event === 'test';

/** A hook for `beforeEach`: draws a tenth of the tests, and skips the others. */
export function drawTest({ task, skip }: TestContext): void {
  if (!drawsTests) return;
  const hash = createHash('sha256').update(`${seed} ${task.fullTestName}`).digest();
  if (hash.readUInt32BE() % 10 > 0) skip('not drawn for the short run');
}

/** The file in which the workers of a run note what they drew. `test/global-setup.ts` prints it. */
export function drawnFile(): string {
  return join(env.PETSTORE_TEST_FOLDER ?? '', 'drawn.txt');
}

/** Creates a function that returns true once in ten calls on average in a short run, and always in a whole one. */
export function createDraw(): () => boolean {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0; // a linear congruential generator
    return isWholeRun || state < 2 ** 32 / 10;
  };
}
