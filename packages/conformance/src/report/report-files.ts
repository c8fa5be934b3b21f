import { err, ok, ResultAsync, type Result } from '@petstore/core';
import { open, type FileHandle } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Report } from './report.ts';
import { htmlReport, type HtmlOptions } from './html-report.ts';
import { junitReport } from './junit-report.ts';
import type { ReportOptions } from './outcome.ts';
import type { CommonSettings, ReportFormat } from '../settings.ts';

/** The opened files of the reports. */
export interface ReportFiles {
  /**
   * Writes a report to each file.
   *
   * @param casesPage the file with the page of the cases, which the HTML report links to
   * @returns else a sentence about the first file that could not be written
   */
  write(report: Report, options: ReportOptions, casesPage: string): Promise<Result<void, string>>;
  close(): Promise<void>;
}

interface OpenFile {
  readonly format: ReportFormat;
  readonly name: string;
  readonly file: FileHandle;
}

const formats: Readonly<Record<ReportFormat, (report: Report, options: HtmlOptions) => string>> = {
  json: (report) => `${JSON.stringify(report, null, 2)}\n`,
  junit: junitReport,
  html: htmlReport,
};

/**
 * Opens the files of the reports. Do that before a long run, so that a wrong name is found at once.
 *
 * @returns the files; else a sentence about the first one that could not be opened
 */
export async function openReportFiles(reports: CommonSettings['reports']): Promise<Result<ReportFiles, string>> {
  const date = new Date();
  const files: OpenFile[] = [];
  const close = async () => {
    for (const { file } of files) await file.close();
  };
  for (const [format, name] of Object.entries(reports)) {
    const file = await ResultAsync.fromPromise(open(name, 'w'), (error) => (error as Error).message);
    if (file.isErr()) {
      await close();
      return err(`--${format} ${name}: ${file.error}`);
    }
    files.push({ format: format as ReportFormat, name, file: file.value });
  }
  return ok({
    async write(report, options, casesPage) {
      let failure: string | undefined;
      for (const { format, name, file } of files) {
        const text = formats[format](report, { ...options, date, casesPage: relativeAddress(casesPage, name) });
        const written = await ResultAsync.fromPromise(file.writeFile(text), (error) => (error as Error).message);
        if (written.isErr()) failure ??= `--${format}: ${written.error}`;
      }
      return failure === undefined ? ok() : err(failure);
    },
    close,
  });
}

/**
 * Returns the address of a file for a link in a report. It is relative, so that both can be moved together; on another drive of
 * Windows it is absolute.
 */
function relativeAddress(target: string, report: string): string {
  const path = relative(dirname(resolve(report)), target);
  return isAbsolute(path) ? pathToFileURL(path).href : path.split(sep).map(encodeURIComponent).join('/');
}
