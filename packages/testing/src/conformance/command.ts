import { err, ok, ResultAsync, type Result } from '@petstore/core';
import { open, readFile, type FileHandle } from 'node:fs/promises';
import { startAdapter } from './adapter-process.ts';
import { cases } from './cases/cases.ts';
import type { ConformanceCase } from './conformance-case.ts';
import { createEventLog } from './event-log.ts';
import { capabilities } from './protocol.ts';
import type { Report } from './report.ts';
import { htmlReport } from './reports/html-report.ts';
import { junitReport } from './reports/junit-report.ts';
import type { ReportOptions } from './reports/outcome.ts';
import { printable, shorten } from './reports/printable.ts';
import { terminalProgress, terminalReport } from './reports/terminal-report.ts';
import { describe, exitCodeOf, runCases } from './run.ts';
import {
  parseExpectedFailures,
  type CommonSettings,
  type ReportFormat,
  type RunSettings,
  type ServeSettings,
} from './settings.ts';
import { sets } from './sets.ts';
import { openHarness } from './harness.ts';
import { startWatch } from './watch.ts';

/** Where a command writes. */
export interface Output {
  /** Writes a text to stdout. */
  readonly print: (text: string) => void;
  /** Writes a sentence to stderr. */
  readonly warn: (sentence: string) => void;
  /** Whether stdout shows colours. */
  readonly colours: boolean;
}

/** Why a command has no report: a sentence, and the exit code. */
export interface CommandFailure {
  readonly message: string;
  /** 2 if the command line is wrong, or a file that it names. */
  readonly exitCode: 1 | 2;
}

/** Looks at a client behind an adapter. Resolves with the exit code. */
export function run(settings: RunSettings, output: Output): Promise<Result<number, CommandFailure>> {
  return withReports(settings, async (options) => {
    const chosen = chosenCases(settings);
    const command = quote(settings.command);
    const repeat = (number: number) => `npx petstore-conformance run --only ${number} --command ${command}`;

    const events = createEventLog();
    const testee = await startAdapter(settings.command, events.add);
    if (testee.isErr()) {
      const log = events.lines((text) => text);
      const checks = chosen.map((each) => ({
        ...describe(each, 'harness_error'),
        seen: testee.error,
        log,
        repeat: repeat(each.case),
      }));
      output.print(log.map((line) => `${printable(line)}\n`).join(''));
      output.warn(printable(shorten(testee.error))); // and no table: each case would say the same
      return ok({ checks, client: {}, exitCode: 1 });
    }
    const { client, capabilities: declared } = testee.value.hello;
    const unknown = declared.filter((name) => !Object.hasOwn(capabilities, name));
    if (unknown.length > 0) {
      const known = Object.keys(capabilities).join(', ');
      output.warn(printable(`The adapter declares ${unknown.join(', ')}; this version knows ${known} alone.`));
    }
    const harness = await openHarness(testee.value, events);
    const checks = await runCases(harness, chosen, repeat, (check) => {
      output.print(terminalProgress(check, { ...options, colours: output.colours }));
    });
    const warning = await harness.close();
    if (warning !== undefined) output.warn(warning);
    const found = { checks, client, exitCode: exitCodeOf(checks, options) };
    printReport(found, settings, options, output);
    return ok(found);
  });
}

/**
 * Watches a client that somebody else calls, until `stop` is aborted. Resolves with the exit code: what could not be seen does
 * not count.
 */
export function serve(
  settings: ServeSettings,
  output: Output,
  stop: AbortSignal,
): Promise<Result<number, CommandFailure>> {
  return withReports(settings, async (options) => {
    const chosen = chosenCases(settings);
    const visible = chosen.filter(isVisible).map((each) => each.case);
    if (visible.length === 0) {
      const all = cases.filter(isVisible).map((each) => each.case);
      const message = `serve sees the cases ${all.join(', ')} alone: the others need petstore-conformance run.`;
      return err({ message, exitCode: 2 });
    }
    const started = await ResultAsync.fromPromise(
      startWatch(settings.host, settings.port),
      (failure): CommandFailure => ({ message: (failure as Error).message, exitCode: 1 }),
    );
    if (started.isErr()) return err(started.error);
    const watch = started.value;
    output.print(
      `Base address  ${watch.baseUrl}\nAPI key       ${watch.apiKey}\nCall it with your client, then stop with Ctrl+C for the report.\n`,
    );
    if (!stop.aborted)
      await new Promise((resolve) => {
        stop.addEventListener('abort', resolve);
      });
    const checks = await watch.stop(chosen, 'npx petstore-conformance serve');
    const judged = checks.filter(({ verdict }) => verdict !== 'not_exercised');
    if (judged.length === 0)
      output.warn('No request showed anything: did the client use the base address and the key?');
    const found = { checks, client: { name: 'the client that was watched' }, exitCode: exitCodeOf(judged, options) };
    const shown = checks.filter((check) => visible.includes(check.case));
    printReport({ ...found, checks: shown }, settings, options, output);
    output.print('The other cases need an adapter: petstore-conformance run.\n');
    return ok(found);
  });
}

/** Whether the requests alone show a case. */
function isVisible({ watch }: ConformanceCase): boolean {
  return watch !== undefined;
}

function chosenCases({ numbers }: CommonSettings): readonly ConformanceCase[] {
  return cases.filter((each) => numbers.includes(each.case));
}

async function reportOptions({
  strict,
  expectedFailures: file,
  set,
}: CommonSettings): Promise<Result<ReportOptions, CommandFailure>> {
  if (file === undefined) return ok({ strict, expectedFailures: new Set<number>() });
  return ResultAsync.fromPromise(readFile(file, 'utf8'), (error) => (error as Error).message)
    .andThen((text) => parseExpectedFailures(text, sets[set] ?? []))
    .map((expectedFailures) => ({ strict, expectedFailures }))
    .mapErr((reason): CommandFailure => ({ message: `--expected-failures ${file}: ${reason}`, exitCode: 2 }));
}

/** What a command found. */
type Found = Pick<Report, 'client' | 'exitCode' | 'checks'>;

/** Makes a report of what was found. */
function reportOf({ client, exitCode, checks }: Found, { set }: CommonSettings): Report {
  return { report: 1, client, set, exitCode, checks };
}

function printReport(found: Found, settings: CommonSettings, options: ReportOptions, output: Output): void {
  output.print(`\n${terminalReport(reportOf(found, settings), { ...options, colours: output.colours })}`);
}

/**
 * Opens the files of the reports first, so that a long run does not end without them. Then looks, and writes what was found to
 * each file. Resolves with the exit code.
 */
async function withReports(
  settings: CommonSettings,
  look: (options: ReportOptions) => Promise<Result<Found, CommandFailure>>,
): Promise<Result<number, CommandFailure>> {
  const options = await reportOptions(settings);
  if (options.isErr()) return err(options.error);
  const files: { readonly format: ReportFormat; readonly file: FileHandle }[] = [];
  try {
    for (const [format, name] of Object.entries(settings.reports)) {
      const file = await ResultAsync.fromPromise(open(name, 'w'), (error) => (error as Error).message);
      if (file.isErr()) return err({ message: `--${format} ${name}: ${file.error}`, exitCode: 2 });
      files.push({ format: format as ReportFormat, file: file.value });
    }
    const found = await look(options.value);
    if (found.isErr()) return err(found.error);
    const report = reportOf(found.value, settings);
    let failure: CommandFailure | undefined;
    for (const { format, file } of files) {
      const text = write[format](report, options.value);
      const written = await ResultAsync.fromPromise(file.writeFile(text), (error) => (error as Error).message);
      if (written.isErr()) failure ??= { message: `--${format}: ${written.error}`, exitCode: 1 };
    }
    return failure === undefined ? ok(report.exitCode) : err(failure);
  } finally {
    for (const { file } of files) await file.close();
  }
}

const write: Readonly<Record<ReportFormat, (report: Report, options: ReportOptions) => string>> = {
  json: (report) => `${JSON.stringify(report, null, 2)}\n`,
  junit: junitReport,
  html: htmlReport,
};

/** Quotes a word for a shell, to be pasted. */
function quote(word: string): string {
  if (/^[\w./:=@%+-]+$/.test(word)) return word;
  return process.platform === 'win32' ? `"${word.replaceAll('"', '\\"')}"` : `'${word.replaceAll("'", "'\\''")}'`;
}
