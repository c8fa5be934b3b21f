import type { CheckReport } from './report.ts';
import { makeLine } from './report-line.ts';
import { oneLine } from './printable.ts';
import { terminalProgress, width, type TerminalOptions } from './terminal-report.ts';

/** What a terminal shows while a run goes on. */
export interface LiveProgress {
  /** Adds a check that has just ended, or a check whose verdict has changed. */
  readonly add: (check: CheckReport) => void;
  /** Replaces the count by what the run waits for, until the next check ends. */
  readonly waitFor: (what: string) => void;
  /** Replaces the count by a line about the checks that were not shown. */
  end(): void;
}

/**
 * Shows on a terminal how many cases have ended, and each check that did not pass. The count is overwritten by spaces, so that it needs
 * no escape codes.
 *
 * @param total how many cases the run has
 */
export function startLiveProgress(
  total: number,
  options: TerminalOptions,
  print: (text: string) => void,
): LiveProgress {
  const quiet = new Set<number>();
  const shown = new Set<number>();
  let count = '';
  const replaceCount = (lines: string, next: string) => {
    print(`\r${' '.repeat(count.length)}\r${lines}${next}`);
    count = next;
  };
  const describeCount = () => `     ${quiet.size + shown.size} of ${total} cases`;
  replaceCount('', describeCount());
  return {
    add(check) {
      const { word } = makeLine(check, options);
      const isQuiet = word === 'pass' || word === 'not supported';
      quiet.delete(check.case);
      (isQuiet && !shown.has(check.case) ? quiet : shown).add(check.case);
      replaceCount(isQuiet ? '' : terminalProgress(check, options), describeCount());
    },
    waitFor(what) {
      replaceCount('', `     ${oneLine(what)}`.slice(0, width - 1)); // a longer line would leave its first part on the screen
    },
    end() {
      replaceCount(`     ${quiet.size} of ${total} cases passed or are not supported: --verbose lists them.\n`, '');
    },
  };
}
