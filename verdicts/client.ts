import type { Repetition } from './repetitions.ts';

/** The tools of a language, and where its adapters lie. */
export interface Language {
  readonly name: string;
  /** The folder of the adapters, from the root: every command below runs in it. */
  readonly folder: string;
  /** The command that prints the version of the tools, in its first line. */
  readonly version: string;
  /** The command that fails if the machine lacks the tools: the clients are then skipped. By default that of the version. */
  readonly needs?: string;
  /** What installs the libraries, from the registry of the language, in pinned versions. */
  readonly install: readonly string[];
}

/** A client in one setting: a row of the page. */
export interface Client {
  /** Names the row on the command line, and its file in `results`. */
  readonly id: string;
  readonly language: Language;
  /** The name of the library, as its users write it. */
  readonly name: string;
  /** For a second row of the library: the option that mends something. */
  readonly option?: string;
  /**
   * The `id` of the row whose code runs here, too: the first row of the library, or the library that this one is built on. Its findings hold
   * here, and the page of this row refers to its page for what both do.
   */
  readonly basedOn?: string;
  /** How it is set, in Markdown. The first row of a library has the setting of the library's own first page. */
  readonly setting: string;
  /** The file of the adapter, in the folder of the language. */
  readonly adapter: string;
  /** What builds the adapter, if its language compiles. It runs after `install` of the language. */
  readonly build?: readonly string[];
  /** The command that starts the adapter. */
  readonly command: string;
  /** Whether the client is generated from the OpenAPI document of the interface. Case 12 is not asked of it. */
  readonly generated?: true;
  /** The command that prints the newest version, in its first line. It asks the registry of the language, in the folder of the language. */
  readonly newest?: string;
  /** The client alone, without an adapter; left out if another page shows all that it does. Its arguments are the methods of its calls, such as `GET POST`. */
  readonly alone?: {
    /** The file, in the folder of the language. */
    readonly file: string;
    /** The command that runs it, in the folder of the language. */
    readonly command: string;
  };
  /** What is known of single cases, by their number, beside what is known of `basedOn`. */
  readonly findings?: Readonly<Record<number, Finding>>;
}

/** What is known of a case that a client fails. */
export interface Finding {
  /** What the client does, if the words of the case do not fit. Cases with the same words have one line. */
  readonly words?: string;
  /** The public report. */
  readonly report?: string;
  /** The first version that does not do it, such as `curl 8.3`. */
  readonly mendedIn?: string;
  /** What shows it with the client alone, if the repetition of the case does not. */
  readonly repetition?: Repetition;
}
