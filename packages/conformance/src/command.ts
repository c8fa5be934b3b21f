import { err, ok, type Result } from '@petstore/core';
import { quoteIfNeeded } from '@petstore/http';
import { startAdapter } from './adapter/adapter-process.ts';
import { cases } from './cases/cases.ts';
import type { ConformanceCase } from './conformance-case.ts';
import type { ConnectedClient } from './adapter/connected-client.ts';
import { createEventLog } from './harness/event-log.ts';
import { openHarness } from './harness/harness.ts';
import { readReportOptions } from './report/known-cases.ts';
import { printable, shorten } from './report/printable.ts';
import { capabilities, type ClientInfo } from './adapter/protocol.ts';
import { checkReportFiles } from './report/report-files.ts';
import type { Report } from './report/report.ts';
import type { ReportOptions } from './report/report-line.ts';
import { startLiveProgress, type LiveProgress } from './report/live-progress.ts';
import { terminalProgress, terminalReport, type TerminalOptions } from './report/terminal-report.ts';
import { decideExitCode, describe, judgeCases } from './judge-cases.ts';
import { harnessError } from './observation.ts';
import type { RunSettings } from './settings.ts';
import { runSmokeTest, type SmokeTest } from './smoke-test.ts';

/** Where the command writes. */
export interface Output {
  /** Writes a text to stdout. */
  readonly print: (text: string) => void;
  /** Writes a sentence to stderr. */
  readonly warn: (sentence: string) => void;
  /** Whether stdout shows colours. */
  readonly colours: boolean;
  /** Whether stdout is a terminal: shows progress, and no case that passed. */
  readonly isTerminal: boolean;
}

/** How long a call may take until a terminal shows what the run waits for, in milliseconds. */
const patience = 1_000;

/** Why the command has no report: a sentence, and the exit code. */
interface CommandFailure {
  readonly message: string;
  /** 2 if the command line or a file that it names is wrong, else 1. */
  readonly exitCode: 1 | 2;
}

/** The part of a report that the run finds out. */
type RunResult = Pick<Report, 'client' | 'exitCode' | 'checks'>;

/** Judges a client through an adapter. Resolves with the exit code. */
export function run(settings: RunSettings, output: Output): Promise<Result<number, CommandFailure>> {
  return withReports(settings, output, async (options) => {
    const chosen = chooseCases(settings);
    const command = quote(settings.command);
    const repeat = (number: number) => `npx petstore-kit conformance run --only ${number} --command ${command}`;

    const events = createEventLog();
    /** Ends a run in which nothing can be judged. Says why once, without a table: each case would say the same. */
    const giveUp = (
      client: Report['client'],
      reason: string,
      log: readonly string[],
    ): Result<RunResult, CommandFailure> => {
      const seen = shorten(reason);
      const checks = chosen.map((each) => ({
        ...describe(each, 'harness_error'),
        seen,
        log,
        repeat: repeat(each.case),
      }));
      output.print(log.map((line) => `${printable(line)}\n`).join(''));
      output.warn(printable(seen));
      return ok({ checks, client, exitCode: 1 });
    };
    const started = await startAdapter(settings.command, events.add, settings.startTimeout);
    if (started.isErr()) {
      const log = events.lines((text) => text); // nothing has the key yet
      return giveUp({}, started.error, log);
    }
    const adapter = started.value;
    const { capabilities: declared } = adapter.hello;
    const client = shortenFields(adapter.hello.client);
    const unknown = declared.filter((name) => !Object.hasOwn(capabilities, name));
    if (unknown.length > 0) {
      const known = Object.keys(capabilities).join(', ');
      output.warn(printable(`The adapter declares ${shorten(unknown.join(', '))}; this version knows only ${known}.`));
    }
    let progress: LiveProgress | undefined;
    let current = 0;
    let broken: SmokeTest['broken'] = new Map();
    const call: ConnectedClient['call'] = async (request, deadline) => {
      const seen = broken.get(request.operation);
      if (seen !== undefined) return harnessError(seen);
      const timer = setTimeout(() => {
        progress?.waitFor(`case ${current}, up to ${deadline / 1_000} s: ${harness.describeLastCall()}`);
      }, patience);
      const result = await adapter.call(request, deadline);
      clearTimeout(timer);
      return result;
    };
    const harness = await openHarness({ ...adapter, call }, events);
    const smokeTest = await runSmokeTest(harness);
    if (smokeTest.failure !== undefined) {
      const log = harness.log();
      void (await harness.close());
      return giveUp(client, harness.redact(smokeTest.failure), log);
    }
    ({ broken } = smokeTest);
    const terminalOptions = makeTerminalOptions(options, output, settings.verbose);
    if (terminalOptions.isCompact) progress = startLiveProgress(chosen.length, terminalOptions, output.print);
    const checks = await judgeCases(
      harness,
      chosen,
      repeat,
      progress?.add ?? ((check) => output.print(terminalProgress(check, terminalOptions))),
      (number) => (current = number),
    );
    progress?.end();
    const warning = await harness.close();
    if (warning !== undefined) output.warn(warning);
    const result = { checks, client, exitCode: decideExitCode(checks, options) };
    printReport(result, terminalOptions, output);
    return ok(result);
  });
}

function chooseCases({ numbers }: RunSettings): readonly ConformanceCase[] {
  return cases.filter((each) => numbers.includes(each.case));
}

function makeReport({ client, exitCode, checks }: RunResult): Report {
  return { report: 1, client, set: '1.0', exitCode, checks };
}

function makeTerminalOptions(
  options: ReportOptions,
  { colours, isTerminal }: Output,
  isVerbose = false,
): TerminalOptions {
  return { ...options, colours, isCompact: isTerminal && !isVerbose };
}

function printReport(result: RunResult, options: TerminalOptions, output: Output): void {
  output.print(`\n${terminalReport(makeReport(result), options)}`);
}

/** Reads and checks the files that the settings name, makes the report, and writes the reports. Resolves with the exit code. */
async function withReports(
  settings: RunSettings,
  output: Output,
  judge: (options: ReportOptions) => Promise<Result<RunResult, CommandFailure>>,
): Promise<Result<number, CommandFailure>> {
  const options = await readReportOptions(settings);
  if (options.isErr()) return err({ message: options.error, exitCode: 2 });
  const files = await checkReportFiles(settings);
  if (files.isErr()) return err({ message: files.error, exitCode: 2 });
  const judged = await judge(options.value);
  if (judged.isErr()) return err(judged.error);
  const report = makeReport(judged.value);
  const written = await files.value.write(report, options.value);
  if (written.isOk())
    output.print(
      Object.values(settings.reports)
        .map((name) => `Report: ${printable(name)}\n`)
        .join(''),
    );
  return written.map(() => report.exitCode).mapErr((message) => ({ message, exitCode: 1 }));
}

/** Shortens what an adapter says about its client: every report has it. */
function shortenFields({ name, version, language }: ClientInfo): ClientInfo {
  return { name: shorten(name), version: shorten(version), language: shorten(language) };
}

/** Quotes a word for a shell, to be pasted. */
function quote(word: string): string {
  const quoted = quoteIfNeeded(word);
  return quoted === word || process.platform !== 'win32' ? quoted : `"${word.replaceAll('"', '\\"')}"`;
}
