import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest. One that starts last would run alone at the end. */
const longest =
  /(?:packed-package|matrix|generated-clients|clients-in-go-rust-python|consoles|openapi-tools|hostile-timeouts|outages|framing|wrong-clients|crashes)\.test\.ts$/;

/** Starts the longest files before the others. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => longest.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
