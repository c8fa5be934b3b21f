import process from 'node:process';
import {
  DefaultReporter,
  type Reporter,
  type TestCase,
  type TestModule,
  type TestSpecification,
  type TestSuite,
} from 'vitest/node';

type Arguments<Method extends keyof Reporter> = Parameters<NonNullable<Reporter[Method]>>;

/** So many files are run for what fails: what passes is only counted. */
const many = 20;

/**
 * The reporter of Vitest, with less about what passes. It lists the skipped tests last: the title of such a test says why. A run in
 * which a test prints something fails, because among the warnings that a test expects nobody would see one that it does not.
 */
export default class ShortReporter extends DefaultReporter {
  private files = 0;
  private ended = 0;
  private hasPrinted = false;

  override onTestRunStart(specifications: readonly TestSpecification[]): void {
    super.onTestRunStart(specifications);
    this.files = specifications.length;
    this.ended = 0;
  }

  override onTestModuleEnd(module: TestModule): void {
    super.onTestModuleEnd(module);
    this.ended += 1;
    if (!this.isTTY && this.files > many && this.ended % many === 0) {
      this.log(` ${this.ended} of ${this.files} files of tests`);
    }
  }

  protected override printTestModule(module: TestModule): void {
    if (this.files <= many || module.state() === 'failed') super.printTestModule(module);
  }

  protected override printTestCase(...[moduleState, test]: Parameters<DefaultReporter['printTestCase']>): void {
    if (this.files <= many || test.result().state === 'failed') super.printTestCase(moduleState, test);
  }

  override onUserConsoleLog(...parameters: Parameters<DefaultReporter['onUserConsoleLog']>): void {
    super.onUserConsoleLog(...parameters);
    this.hasPrinted = true;
  }

  override onTestRunEnd(...parameters: Arguments<'onTestRunEnd'>): void {
    super.onTestRunEnd(...parameters);
    const [modules] = parameters;
    if (this.ctx.getGlobalTestNamePattern() === undefined) {
      const skipped = modules.flatMap(({ children }) => [...children.allTests('skipped')]);
      // A test that did not run because a hook failed has another mode.
      const titles = new Set(skipped.filter(({ options }) => options.mode === 'skip').map(skippedTitle));
      if (titles.size > 0) this.log(`Skipped:\n${[...titles].map((title) => `  ${title}`).join('\n')}\n`);
    }
    if (this.hasPrinted && !this.ctx.config.watch) {
      this.error('A test printed the text above. Assert what is expected there, and print nothing.\n');
      process.exitCode = 1;
    }
  }
}

/** The full name of a skipped test, or of the outermost suite around it that says in parentheses why it is skipped. */
function skippedTitle(test: TestCase): string {
  let skipped: TestCase | TestSuite = test;
  for (let { parent } = test; parent.type === 'suite'; parent = parent.parent) {
    if (parent.options.mode === 'skip' && parent.name.includes('(')) skipped = parent;
  }
  return skipped.fullName;
}
