/** The settings of `run`, which judges a client through an adapter. */
export interface RunSettings {
  /** The line for the shell that starts the adapter. */
  readonly command: string;
  /** How long the adapter may take to write its first line, in milliseconds. */
  readonly startTimeout: number;
  /** The numbers of the chosen cases. */
  readonly numbers: readonly number[];
  /** Whether a SHOULD counts as a MUST. */
  readonly strict: boolean;
  /** The file with the cases that are expected to fail; `undefined` if there is none. */
  readonly expectedFailures: string | undefined;
  /** The files for the reports by their format. */
  readonly reports: Readonly<Partial<Record<ReportFormat, string>>>;
}

/** A format of a report in a file. */
export type ReportFormat = 'json' | 'junit' | 'html';
