import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import process, { env } from 'node:process';
import {
  DefaultReporter,
  type Reporter,
  type TestCase,
  type TestModule,
  type TestSpecification,
  type TestSuite,
} from 'vitest/node';

type Arguments<Method extends keyof Reporter> = Parameters<NonNullable<Reporter[Method]>>;

/** A line for so many files tells that the run goes on. */
const filesALine = 20;

/** The table of `longest-first.ts`. */
const timesFile = join(import.meta.dirname, 'times.json');

/**
 * The reporter of Vitest, with nothing about what passes (`--reporter=default` has a line for each file). It lists the skipped tests last,
 * by the reason that their title ends with. A run in which a test prints something fails: nobody would see a warning among others.
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
    if (!this.isTTY && this.ended % filesALine === 0) this.log(` ${this.ended} of ${this.files} files of tests`);
  }

  protected override printTestModule(module: TestModule): void {
    if (module.state() === 'failed') super.printTestModule(module);
  }

  protected override printTestCase(...[moduleState, test]: Parameters<DefaultReporter['printTestCase']>): void {
    if (test.result().state === 'failed') super.printTestCase(moduleState, test);
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
      // A test that did not run because a hook failed has another mode, and no note.
      const titles = new Set(skipped.filter((test) => test.options.mode === 'skip' || noteOf(test)).map(skippedTitle));
      for (const [reason, tests] of byReason(titles)) {
        const list = tests.slice(0, 3).map((title) => `\n  ${title}`);
        if (tests.length > list.length) list.push(`\n  … and ${tests.length - list.length} more`);
        this.log(`Skipped, ${tests.length}: ${reason}${list.join('')}\n`);
      }
    }
    if (env.PETSTORE_TEST_TIMES === '1') writeTimes(modules, this.ctx.config.root);
    if (this.hasPrinted && !this.ctx.config.watch) {
      this.error('A test printed the text above. Assert what is expected there, and print nothing.\n');
      process.exitCode = 1;
    }
  }
}

/** What a test said when it skipped itself. */
function noteOf(test: TestCase): string | undefined {
  const result = test.result();
  return result.state === 'skipped' ? result.note : undefined;
}

/** The full name of a skipped test, or of the outermost suite around it that says in parentheses why it is skipped. */
function skippedTitle(test: TestCase): string {
  const note = noteOf(test);
  if (note !== undefined) return `${test.fullName.replaceAll(' > ', ': ')} (${note})`; // the only reason
  let skipped: TestCase | TestSuite = test;
  for (let { parent } = test; parent.type === 'suite'; parent = parent.parent) {
    if (parent.options.mode === 'skip' && parent.name.includes('(')) skipped = parent;
  }
  return skipped.fullName;
}

/** Groups titles by the reason in parentheses at their end, or in the title of a suite around them. */
function byReason(titles: ReadonlySet<string>): ReadonlyMap<string, readonly string[]> {
  const reasons = new Map<string, string[]>();
  for (const title of titles) {
    const [whole = '', reason = 'no reason'] =
      [...title.matchAll(/ \(([^()]*(?:\([^()]*\)[^()]*)*)\)(?= > |$)/g)].at(-1) ?? []; // the innermost one
    reasons.set(reason, [...(reasons.get(reason) ?? []), title.replace(whole, '')]);
  }
  return reasons;
}

/** Writes the table of `longest-first.ts`. */
function writeTimes(modules: readonly TestModule[], root: string): void {
  const times = modules.map((module) => [relative(root, module.moduleId), seconds(module)] as const);
  writeFileSync(timesFile, `${JSON.stringify(Object.fromEntries(times.toSorted()), null, 2)}\n`);
}

function seconds(module: TestModule): number {
  const { collectDuration, duration } = module.diagnostic();
  return Math.round((collectDuration + duration) / 100) / 10;
}
