import { err, ok, ResultAsync, type Result } from '@petstore/core';
import { open, readFile, type FileHandle } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startAdapter } from './adapter-process.ts';
import { cases } from './cases/cases.ts';
import type { ConformanceCase } from './conformance-case.ts';
import { createEventLog } from './event-log.ts';
import { capabilities } from './protocol.ts';
import type { Report } from './report.ts';
import { htmlReport, type HtmlOptions } from './reports/html-report.ts';
import { junitReport } from './reports/junit-report.ts';
import { isJudged, type ReportOptions } from './reports/outcome.ts';
import { printable, shorten } from './reports/printable.ts';
import { terminalProgress, terminalReport } from './reports/terminal-report.ts';
import { describe, exitCodeOf, runCases } from './run.ts';
import {
  parseKnownCases,
  type CommonSettings,
  type ReportFormat,
  type RunSettings,
  type ServeSettings,
} from './settings.ts';
import { sets } from './sets.ts';
import { openHarness } from './harness.ts';
import type { Testee } from './testee.ts';
import { tryAdapter, type Trial } from './trial.ts';
import { startWatch } from './watch.ts';

/** Where a command writes. */
export interface Output {
  /** Writes a text to stdout. */
  readonly print: (text: string) => void;
  /** Writes a sentence to stderr. */
  readonly warn: (sentence: string) => void;
  /** Whether stdout shows colours. */
  readonly colours: boolean;
  /** The file with the page of the cases, for a link in the HTML report. */
  readonly casesPage: string;
}

/** Why a command has no report: a sentence, and the exit code. */
export interface CommandFailure {
  readonly message: string;
  /** 2 if the command line is wrong, or a file that it names. */
  readonly exitCode: 1 | 2;
}

/** Looks at a client behind an adapter. Resolves with the exit code. */
export function run(settings: RunSettings, output: Output): Promise<Result<number, CommandFailure>> {
  return withReports(settings, output, async (options) => {
    const chosen = chosenCases(settings);
    const command = quote(settings.command);
    const repeat = (number: number) => `npx petstore-kit conformance run --only ${number} --command ${command}`;

    const events = createEventLog();
    /** Says once why nothing can be judged, without a table: each case would say the same. */
    const giveUp = (client: Report['client'], seen: string, log: readonly string[]): Result<Found, CommandFailure> => {
      const shown = shorten(seen);
      const checks = chosen.map((each) => ({
        ...describe(each, 'harness_error'),
        seen: shown,
        log,
        repeat: repeat(each.case),
      }));
      output.print(log.map((line) => `${printable(line)}\n`).join(''));
      output.warn(printable(shown));
      return ok({ checks, client, exitCode: 1 });
    };
    const testee = await startAdapter(settings.command, events.add, settings.startTimeout);
    if (testee.isErr()) {
      return giveUp(
        {},
        testee.error,
        events.lines((text) => text),
      );
    }
    const { client, capabilities: declared } = testee.value.hello;
    const unknown = declared.filter((name) => !Object.hasOwn(capabilities, name));
    if (unknown.length > 0) {
      const known = Object.keys(capabilities).join(', ');
      output.warn(printable(`The adapter declares ${unknown.join(', ')}; this version knows ${known} alone.`));
    }
    let broken: Trial['broken'] = new Map();
    const call: Testee['call'] = async (request, deadline) => {
      const seen = broken.get(request.operation);
      return seen === undefined ? testee.value.call(request, deadline) : { kind: 'broken', seen };
    };
    const harness = await openHarness({ ...testee.value, call }, events);
    const trial = await tryAdapter(harness);
    if (trial.failure !== undefined) {
      const log = harness.log();
      void (await harness.close());
      return giveUp(client, harness.redact(trial.failure), log);
    }
    ({ broken } = trial);
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

/** Watches a client that somebody else calls, until `stop` is aborted. Resolves with the exit code. */
export function serve(
  settings: ServeSettings,
  output: Output,
  stop: AbortSignal,
): Promise<Result<number, CommandFailure>> {
  return withReports(settings, output, async (options) => {
    const chosen = chosenCases(settings);
    const visible = chosen.filter(isVisible).map((each) => each.case);
    if (visible.length === 0) {
      const all = cases.filter(isVisible).map((each) => each.case);
      const message = `serve sees the cases ${all.join(', ')} alone: the others need petstore-kit conformance run.`;
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
    const checks = await watch.stop(chosen, 'npx petstore-kit conformance serve');
    if (!checks.some(isJudged)) {
      output.warn('No request showed anything: did the client use the base address and the key?');
    }
    const found = { checks, client: { name: 'the client that was watched' }, exitCode: exitCodeOf(checks, options) };
    const shown = checks.filter((check) => visible.includes(check.case));
    printReport({ ...found, checks: shown }, settings, options, output);
    output.print('The other cases need an adapter: petstore-kit conformance run.\n');
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

async function reportOptions(settings: CommonSettings): Promise<Result<ReportOptions, CommandFailure>> {
  const { strict, set } = settings;
  const expected = await knownCases('expected-failures', settings.expectedFailures, set);
  if (expected.isErr()) return err(expected.error);
  const flaky = await knownCases('known-flaky', settings.knownFlaky, set);
  return flaky.andThen((knownFlaky) => {
    const both = [...knownFlaky.keys()].find((number) => expected.value.has(number));
    if (both === undefined) return ok({ strict, expectedFailures: expected.value, knownFlaky });
    const message = `--expected-failures and --known-flaky both name case ${both}: one that may pass is flaky alone.`;
    return err<ReportOptions, CommandFailure>({ message, exitCode: 2 });
  });
}

/** Reads the file of an option that names known cases. */
async function knownCases(
  option: string,
  file: string | undefined,
  set: string,
): Promise<Result<ReadonlyMap<number, string>, CommandFailure>> {
  if (file === undefined) return ok(new Map<number, string>());
  return ResultAsync.fromPromise(readFile(file, 'utf8'), (error) => (error as Error).message)
    .andThen((text) => parseKnownCases(text, sets[set] ?? []))
    .mapErr((reason): CommandFailure => ({ message: `--${option} ${file}: ${reason}`, exitCode: 2 }));
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
  { casesPage }: Output,
  look: (options: ReportOptions) => Promise<Result<Found, CommandFailure>>,
): Promise<Result<number, CommandFailure>> {
  const options = await reportOptions(settings);
  if (options.isErr()) return err(options.error);
  const date = new Date();
  const files: { readonly format: ReportFormat; readonly name: string; readonly file: FileHandle }[] = [];
  try {
    for (const [format, name] of Object.entries(settings.reports)) {
      const file = await ResultAsync.fromPromise(open(name, 'w'), (error) => (error as Error).message);
      if (file.isErr()) return err({ message: `--${format} ${name}: ${file.error}`, exitCode: 2 });
      files.push({ format: format as ReportFormat, name, file: file.value });
    }
    const found = await look(options.value);
    if (found.isErr()) return err(found.error);
    const report = reportOf(found.value, settings);
    let failure: CommandFailure | undefined;
    for (const { format, name, file } of files) {
      const text = write[format](report, { ...options.value, date, casesPage: addressOf(casesPage, name) });
      const written = await ResultAsync.fromPromise(file.writeFile(text), (error) => (error as Error).message);
      if (written.isErr()) failure ??= { message: `--${format}: ${written.error}`, exitCode: 1 };
    }
    return failure === undefined ? ok(report.exitCode) : err(failure);
  } finally {
    for (const { file } of files) await file.close();
  }
}

const write: Readonly<Record<ReportFormat, (report: Report, options: HtmlOptions) => string>> = {
  json: (report) => `${JSON.stringify(report, null, 2)}\n`,
  junit: junitReport,
  html: htmlReport,
};

/** Returns the relative address of a file in a report, so that both can be moved together; absolute on another drive of Windows. */
function addressOf(target: string, report: string): string {
  const path = relative(dirname(resolve(report)), target);
  return isAbsolute(path) ? pathToFileURL(path).href : path.split(sep).map(encodeURIComponent).join('/');
}

/** Quotes a word for a shell, to be pasted. */
function quote(word: string): string {
  if (/^[\w./:=@%+-]+$/.test(word)) return word;
  return process.platform === 'win32' ? `"${word.replaceAll('"', '\\"')}"` : `'${word.replaceAll("'", "'\\''")}'`;
}
