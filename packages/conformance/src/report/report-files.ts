import { err, ok, ResultAsync, type Result } from '@petstore/core';
import { constants } from 'node:fs';
import { access, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { ReportFormat, RunSettings } from '../settings.ts';
import { htmlReport, type HtmlOptions } from './html-report.ts';
import { junitReport } from './junit-report.ts';
import type { ReportOptions } from './report-line.ts';
import type { Report } from './report.ts';

/** The files of the reports. */
export interface ReportFiles {
  /**
   * Writes a report to each file. It replaces the old file once it is whole.
   *
   * @returns else a sentence about the first file that could not be written
   */
  write(report: Report, options: ReportOptions): Promise<Result<void, string>>;
}

interface ReportFile {
  readonly format: ReportFormat;
  /** The path, without links. */
  readonly path: string;
}

const formats: Readonly<Record<ReportFormat, (report: Report, options: HtmlOptions) => string>> = {
  json: (report) => `${JSON.stringify(report, null, 2)}\n`,
  junit: junitReport,
  html: htmlReport,
};

/**
 * Checks the files of the reports, before the run, so that a wrong name is found at once.
 *
 * @returns the files; else a sentence about the first one that cannot be written
 */
export async function checkReportFiles(settings: RunSettings): Promise<Result<ReportFiles, string>> {
  const date = new Date();
  const taken = await findOtherFiles(settings);
  const files: ReportFile[] = [];
  for (const [format, name] of Object.entries(settings.reports) as [ReportFormat, string][]) {
    const checked = await ResultAsync.fromPromise(checkFile(name, taken), (error) => (error as Error).message);
    if (checked.isErr()) return err(`--${format} ${name}: ${checked.error}`);
    taken.set(checked.value, `the report of --${format}`);
    files.push({ format, path: checked.value });
  }
  return ok({
    async write(report, options) {
      let failure: string | undefined;
      for (const { format, path } of files) {
        const text = formats[format](report, { ...options, date });
        const written = await ResultAsync.fromPromise(replace(path, text), (error) => (error as Error).message);
        if (written.isErr()) failure ??= `--${format}: ${written.error}`;
      }
      return failure === undefined ? ok() : err(failure);
    },
  });
}

/** Finds the files that no report may replace: what each is, by its path. */
async function findOtherFiles({ expectedFailures, knownFlaky, command }: RunSettings): Promise<Map<string, string>> {
  const named = [
    [expectedFailures, 'the file of --expected-failures'],
    [knownFlaky, 'the file of --known-flaky'],
    ...command.split(/[\s"']+/).map((word) => [word, 'a part of --command'] as const),
  ] as const;
  const found = new Map<string, string>();
  for (const [name, what] of named) {
    if (name === undefined || name === '') continue;
    const path = await realpath(name).catch(() => undefined);
    if (path !== undefined) found.set(path, what);
  }
  return found;
}

/** Checks that a report can be written. Returns the path without links; throws otherwise. */
async function checkFile(name: string, taken: ReadonlyMap<string, string>): Promise<string> {
  const existing = await realpath(name).catch(() => undefined);
  if (existing !== undefined) await requireRegularFile(existing);
  const path = existing ?? join(await realpath(dirname(name)), basename(name));
  await access(existing ?? dirname(path), constants.W_OK);
  const what = taken.get(path);
  if (what !== undefined) throw new Error(`it is ${what}, too. Name another file.`);
  return path;
}

/** Throws if a path is not that of a regular file. Reading a pipe without a writer would never end, not even by a signal. */
export async function requireRegularFile(path: string): Promise<void> {
  if (!(await stat(path)).isFile())
    throw new Error('it is not a regular file, but a folder, a device, a named pipe or the like.');
}

/** Replaces a file by a whole one. A file that cannot be renamed to, such as a mounted one, is written in place. */
async function replace(path: string, text: string): Promise<void> {
  const whole = `${path}.${process.pid}.new`;
  try {
    await writeFile(whole, text);
    await rename(whole, path);
  } catch {
    await rm(whole, { force: true });
    await writeFile(path, text);
  }
}
