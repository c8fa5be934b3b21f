import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node';

/** Names each test that was skipped in the last lines of the output. The title of such a test says why. */
export default class SkipsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.flatMap(({ children }) => [...children.allTests('skipped')].filter(isSkippedByItself));
    const titles = new Set(skipped.map((test) => skippedWhole(test).fullName));
    if (titles.size > 0) console.log(`Skipped:\n${[...titles].map((title) => `  ${title}`).join('\n')}\n`);
  }
}

/** Whether the file skips a test, as opposed to a filter on the command line (`-t`). */
function isSkippedByItself(test: TestCase): boolean {
  return skippedWhole(test).options.mode === 'skip';
}

/** The outermost suite that is skipped with a test, or the test itself. */
function skippedWhole(test: TestCase): TestCase | TestSuite {
  let whole: TestCase | TestSuite = test;
  for (let { parent } = test; parent.type === 'suite'; { parent } = parent) {
    if (parent.options.mode === 'skip') whole = parent;
  }
  return whole;
}
