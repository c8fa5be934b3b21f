import { err, ok, type Result } from '@petstore/core';
import { quoteIfNeeded } from '@petstore/http';
import { startAdapter } from '../adapter/adapter-process.ts';
import { capabilities } from '../adapter/protocol.ts';
import { cases } from '../cases/cases.ts';
import { readExpectedFailures } from './expected-failures.ts';
import { createEventLog } from '../harness/event-log.ts';
import { openHarness, type Harness } from '../harness/harness.ts';
import type { Trial } from '../harness/trial.ts';
import { checkCases, describeCase } from './check-cases.ts';
import { observe, pass } from '../observation/observation.ts';
import { judgeReturned } from '../player/judge.ts';
import { calls, rex, storeWithRex } from '../player/samples.ts';
import { type ReportFiles, writeReports } from '../report/report-files.ts';
import { decideExitCode, type CheckReport, type Report } from '../report/report.ts';
import { clearLine, terminalProgress, terminalReport, type TerminalOptions } from '../report/terminal-report.ts';
import { printable, shorten } from '../observation/text.ts';

export interface RunSettings {
  readonly command: string;
  /** How long the adapter may take to write its first line, in milliseconds. */
  readonly startTimeout: number;
  readonly jobs: number;
  /** The numbers of the chosen cases. */
  readonly numbers: readonly number[];
  readonly strict: boolean;
  /** The file with the cases that are expected to fail; `undefined` if there is none. */
  readonly expectedFailures: string | undefined;
  /** The files for the reports by their format. */
  readonly reports: ReportFiles;
}

/** How many adapters run side by side by default. More save little time, and each costs a process. */
export const defaultJobs = 6;

export interface Output extends Pick<TerminalOptions, 'colours' | 'width'> {
  /** Writes a text to stdout. */
  readonly print: (text: string) => void;
  /** Writes a sentence to stderr. */
  readonly warn: (sentence: string) => void;
  /** Whether stdout is a terminal, where a line can be overwritten. */
  readonly isTerminal: boolean;
}

/**
 * Judges a client through an adapter, and writes the reports.
 *
 * @returns the exit code; an Err with a sentence if there is no report: with 2 if a file that the command line names is wrong, else with 1
 */
export async function run(
  settings: RunSettings,
  output: Output,
): Promise<Result<number, { readonly message: string; readonly exitCode: 1 | 2 }>> {
  const expected = await readExpectedFailures(settings.expectedFailures);
  if (expected.isErr()) return err({ message: expected.error, exitCode: 2 });
  const options = { ...output, strict: settings.strict, expectedFailures: expected.value };
  const report = await checkClient(settings, options, output);
  const unwritten = await writeReports(settings.reports, report, options);
  if (unwritten !== undefined) return err({ message: unwritten, exitCode: 1 });
  for (const name of Object.values(settings.reports)) output.print(`Report: ${printable(name)}\n`);
  return ok(report.exitCode);
}

async function checkClient(settings: RunSettings, options: TerminalOptions, output: Output): Promise<Report> {
  const startTime = performance.now();
  const chosen = cases.filter((each) => settings.numbers.includes(each.case));
  const command = quoteIfNeeded(settings.command);
  const repeat = (...numbers: readonly number[]) =>
    `npx petstore-kit conformance run --only ${numbers.join()} --command ${command}`;
  const makeReport = (client: Report['client'], checks: Report['checks']): Report => {
    return { report: 1, client, set: '1.0', exitCode: decideExitCode(checks, options), checks };
  };

  const first = await openFirst(settings, output);
  if (first.isErr()) {
    const { client, seen, log } = first.error;
    const stderr = log.filter((line) => line.startsWith('stderr ')).slice(-20);
    output.print(stderr.map((line) => `${printable(line)}\n`).join(''));
    output.warn(printable(seen)); // once, without a table
    const result = { seen, seconds: 0, log };
    const checks = chosen.map((each) => {
      return { ...describeCase(each, 'harness_error'), ...result, repeat: repeat(each.case) };
    });
    return makeReport(client, checks);
  }
  const { client, harness } = first.value;
  const others = Array.from({ length: Math.min(settings.jobs, chosen.length) - 1 }, () =>
    openAnother(settings, output),
  );
  const ended: CheckReport[] = [];
  const onCheck = (check: CheckReport) => {
    ended.push(check);
    if (output.isTerminal) output.print(terminalProgress(ended, chosen.length, options));
  };
  const checks = await checkCases([harness, ...others], chosen, { repeat, onCheck });
  if (output.isTerminal) output.print(clearLine);
  const warnings = await Promise.all([harness, ...others].map(async (opening) => (await opening)?.close()));
  for (const warning of new Set(warnings)) if (warning !== undefined) output.warn(warning);
  const report = makeReport(client, checks);
  output.print(terminalReport(report, { ...options, seconds: (performance.now() - startTime) / 1000 }, repeat));
  return report;
}

/** Why nothing can be judged, which each case would say. */
type Obstacle = Pick<Report, 'client'> & Pick<CheckReport, 'seen' | 'log'>;

/** Starts the adapter, and calls each operation once. */
async function openFirst(
  { command, startTimeout }: RunSettings,
  output: Output,
): Promise<Result<Pick<Report, 'client'> & { readonly harness: Harness }, Obstacle>> {
  const events = createEventLog();
  const started = await startAdapter(command, events.add, startTimeout);
  if (started.isErr()) {
    const { log } = events.read((text) => text); // nothing has the key yet
    return err({ client: {}, seen: shorten(started.error), log });
  }
  const { client, capabilities: declared } = started.value;
  const unknown = declared.filter((name) => !Object.hasOwn(capabilities, name));
  if (unknown.length > 0) {
    const known = Object.keys(capabilities).join(', ');
    output.warn(printable(`The adapter declares ${shorten(unknown.join(', '))}; this version knows only ${known}.`));
  }
  const harness = await openHarness(started.value, events);
  const failure = await runSmokeTest(harness.begin());
  if (failure === undefined) return ok({ client, harness });
  const { log } = events.read(harness.redact);
  void (await harness.close());
  return err({ client, seen: shorten(harness.redact(failure)), log });
}

async function openAnother({ command, startTimeout }: RunSettings, output: Output): Promise<Harness | undefined> {
  const events = createEventLog();
  const another = await startAdapter(command, events.add, startTimeout);
  if (another.isOk()) return openHarness(another.value, events);
  output.warn(printable(shorten(`The run has an adapter less, because another one did not start. ${another.error}`)));
  return undefined;
}

/**
 * Calls each operation once, on a store that does nothing unusual. An adapter that crashes, hangs or breaks the protocol here
 * would fail case by case, and no case would say anything about the client. Returns a sentence about the first such operation.
 */
async function runSmokeTest(trial: Trial): Promise<string | undefined> {
  const store = trial.open(storeWithRex);
  for (const [operation, args] of calls) {
    const { kind, seen } = await observe(async () => {
      judgeReturned(operation, await store.call(operation, args, { maySendNothing: true }), rex); // throws if an id is no string
      return pass('It answered.');
    });
    if (kind === 'pass' || kind === 'not_supported') continue;
    return `The adapter cannot answer even a plain ${operation}, so nothing can be said of the client. ${seen}`;
  }
  return undefined;
}
