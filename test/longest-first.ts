import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The seconds that each file took in a run of all tests. `PETSTORE_TEST_TIMES=1 npm run test:all` writes them. */
const times = JSON.parse(readFileSync(`${import.meta.dirname}/times.json`, 'utf8')) as Record<string, number>;

/** Starts the longest files first: one that starts last would run alone at the end. A file that was never measured may be long. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seconds = ({ moduleId }: TestSpecification) => times[relative(this.ctx.config.root, moduleId)] ?? Infinity;
    return (await super.sort(files)).sort((a, b) => (seconds(a) === seconds(b) ? 0 : seconds(b) - seconds(a)));
  }
}
