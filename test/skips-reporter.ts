import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';

/** Names each test that was skipped in the last lines of the output. The title of such a test says why. */
export default class SkipsReporter implements Reporter {
  private vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (this.vitest?.getGlobalTestNamePattern() !== undefined) return; // all others are skipped on purpose
    const skipped = modules.flatMap(({ children }) => [...children.allTests('skipped')]);
    // The tests that a failed hook keeps from running have another mode.
    const titles = new Set(skipped.filter(({ options }) => options.mode === 'skip').map(skippedWhole));
    if (titles.size > 0) console.log(`Skipped:\n${[...titles].map((title) => `  ${title}`).join('\n')}\n`);
  }
}

/** The full name of a skipped test, or of the suite that is skipped with it. */
function skippedWhole({ fullName, parent }: TestCase): string {
  return parent.type === 'suite' && parent.options.mode === 'skip' ? parent.fullName : fullName;
}
