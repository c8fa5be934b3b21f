import { err, ok, ResultAsync, type Result } from '@petstore/core';
import { readFile, writeFile } from 'node:fs/promises';
import { startAdapter } from './adapter-process.ts';
import { cases } from './cases/cases.ts';
import type { ConformanceCase } from './conformance-case.ts';
import { createEventLog } from './event-log.ts';
import type { CheckReport, Report } from './report.ts';
import { htmlReport } from './reports/html-report.ts';
import { junitReport } from './reports/junit-report.ts';
import type { ReportOptions } from './reports/outcome.ts';
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
import { openStage } from './stage.ts';
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
export async function run(settings: RunSettings, output: Output): Promise<Result<number, CommandFailure>> {
  const options = await reportOptions(settings);
  if (options.isErr()) return err(options.error);
  const chosen = chosenCases(settings);
  const command = quote(settings.command);
  const repeat = (number: number) => `petstore-conformance run --only ${number} --command ${command}`;

  const events = createEventLog();
  const testee = await startAdapter(settings.command, events.add);
  if (testee.isErr()) {
    const seen = { verdict: 'harness_error', seen: testee.error, log: events.lines((text) => text) } as const;
    const checks = chosen.map((each) => ({ ...describe(each), ...seen, repeat: repeat(each.case) }));
    output.warn(testee.error);
    return finish({ checks, client: {}, exitCode: 1 }, settings, options.value, output);
  }
  const { client } = testee.value.hello;
  const stage = await openStage(testee.value, events);
  const checks = await runCases(stage, chosen, repeat, (check) => {
    output.print(terminalProgress(check, { ...options.value, colours: output.colours }));
  });
  const mistake = await stage.close();
  if (mistake !== undefined) output.warn(mistake);
  return finish({ checks, client, exitCode: exitCodeOf(checks, options.value) }, settings, options.value, output);
}

/**
 * Watches a client that somebody else calls, until it is stopped. Resolves with the exit code: what could not be seen does not
 * count.
 */
export async function serve(
  settings: ServeSettings,
  output: Output,
  stop: AbortSignal,
): Promise<Result<number, CommandFailure>> {
  const options = await reportOptions(settings);
  if (options.isErr()) return err(options.error);
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
  const checks = await watch.stop(chosenCases(settings), 'petstore-conformance serve');
  const judged = checks.filter(({ verdict }) => verdict !== 'not_exercised');
  return finish({ checks, client: {}, exitCode: exitCodeOf(judged, options.value) }, settings, options.value, output);
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

/** Prints the report, and writes it to files. */
async function finish(
  found: Pick<Report, 'client' | 'exitCode'> & { readonly checks: readonly CheckReport[] },
  { set, reports }: CommonSettings,
  options: ReportOptions,
  output: Output,
): Promise<Result<number, CommandFailure>> {
  const report: Report = { report: 1, client: found.client, set, exitCode: found.exitCode, checks: found.checks };
  output.print(`\n${terminalReport(report, { ...options, colours: output.colours })}`);
  for (const [format, file] of Object.entries(reports)) {
    const text = write[format as ReportFormat](report, options);
    const written = await ResultAsync.fromPromise(writeFile(file, text), (error) => (error as Error).message);
    if (written.isErr()) return err({ message: `--${format} ${file}: ${written.error}`, exitCode: 1 });
  }
  return ok(report.exitCode);
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
