import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';

/** Lists the skipped tests in the last lines of the output. The title of such a test says why. */
export default class SkipsReporter implements Reporter {
  private vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (this.vitest?.getGlobalTestNamePattern() !== undefined) return; // all others are skipped on purpose
    const skipped = modules.flatMap(({ children }) => [...children.allTests('skipped')]);
    // A test that did not run because a hook failed has another mode.
    const titles = new Set(skipped.filter(({ options }) => options.mode === 'skip').map(skippedTitle));
    if (titles.size > 0) console.log(`Skipped:\n${[...titles].map((title) => `  ${title}`).join('\n')}\n`);
  }
}

/** The full name of a skipped test, or of the suite that is skipped with it. */
function skippedTitle({ fullName, parent }: TestCase): string {
  return parent.type === 'suite' && parent.options.mode === 'skip' ? parent.fullName : fullName;
}
