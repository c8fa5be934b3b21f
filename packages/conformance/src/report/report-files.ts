import { writeFile } from 'node:fs/promises';
import { htmlReport, type HtmlOptions } from './html-report.ts';
import { junitReport } from './junit-report.ts';
import type { Report, ReportOptions } from './report.ts';

const formats = {
  json: ({ checks, ...report }: Report) =>
    `${JSON.stringify({ ...report, checks: checks.map(({ context: _, times: __, ...check }) => check) }, undefined, 2)}\n`,
  junit: junitReport,
  html: htmlReport,
} satisfies Readonly<Record<string, (report: Report, options: HtmlOptions) => string>>;

export type ReportFiles = Readonly<Partial<Record<keyof typeof formats, string>>>;

/** Writes a report to each file. Returns a sentence about the first one that could not be written. */
export async function writeReports(
  reports: ReportFiles,
  report: Report,
  options: ReportOptions,
): Promise<string | undefined> {
  const written = (Object.entries(reports) as [keyof ReportFiles, string][]).map(([format, name]) =>
    writeFile(name, formats[format](report, { ...options, date: new Date() })).then(
      () => undefined,
      (error: unknown) => `--${format} ${name}: ${(error as Error).message}`,
    ),
  );
  return (await Promise.all(written)).find((failure) => failure !== undefined);
}
