import { writeFile } from 'node:fs/promises';
import { htmlReport, type HtmlOptions } from './html-report.ts';
import { junitReport } from './junit-report.ts';
import type { Report, ReportOptions } from './report.ts';

const formats = {
  json: (report: Report) => `${JSON.stringify(report, null, 2)}\n`,
  junit: junitReport,
  html: htmlReport,
} satisfies Readonly<Record<string, (report: Report, options: HtmlOptions) => string>>;

/** The files for the reports by their format. */
export type ReportFiles = Readonly<Partial<Record<keyof typeof formats, string>>>;

/**
 * Opens the files of the reports before the run, so that a wrong name is found at once. Their contents stay.
 *
 * @returns a sentence about the first file that cannot be written; `undefined` if all can
 */
export async function findUnwritable(reports: ReportFiles): Promise<string | undefined> {
  for (const [format, name] of Object.entries(reports)) {
    const failure = await tryToWrite(name, '', 'a');
    if (failure !== undefined) return `--${format} ${name}: ${failure}`;
  }
  return undefined;
}

/**
 * Writes a report to each file.
 *
 * @returns a sentence about the first file that could not be written; `undefined` if all are
 */
export async function writeReports(
  reports: ReportFiles,
  report: Report,
  options: ReportOptions,
): Promise<string | undefined> {
  const date = new Date();
  let first: string | undefined;
  for (const [format, name] of Object.entries(reports) as [keyof ReportFiles, string][]) {
    const failure = await tryToWrite(name, formats[format](report, { ...options, date }), 'w');
    if (failure !== undefined) first ??= `--${format}: ${failure}`;
  }
  return first;
}

function tryToWrite(name: string, text: string, flag: 'a' | 'w'): Promise<string | undefined> {
  return writeFile(name, text, { flag }).then(
    () => undefined,
    (error: unknown) => (error as Error).message,
  );
}
