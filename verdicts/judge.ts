import type { CheckReport } from '@petstore/conformance';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import type { Client, Language } from './client.ts';
import { casesOf, type ClientVerdict } from './verdict.ts';

const root = join(import.meta.dirname, '..');
const program = join(root, 'packages/petstore-kit/dist/main.js');
const runs = 3;

/** The part of the JSON report that is read here. */
interface Report {
  readonly client: { readonly version?: string };
  readonly checks: readonly CheckReport[];
}

/** What could not be judged, in one sentence. */
export class NotJudged extends Error {
  /** Whether the machine lacks the tools of the language. */
  readonly isSkipped: boolean;

  constructor(sentence: string, { isSkipped = false } = {}) {
    super(sentence);
    this.isSkipped = isSkipped;
  }
}

/**
 * Judges a client with all cases, or with some, three times at once.
 *
 * @param only the numbers of the cases, such as `75,76`; by default all
 * @throws {NotJudged} if the machine lacks the tools, the adapter is wrong, or a verdict is not the same three times
 */
export async function judgeClient(client: Client, only?: string): Promise<ClientVerdict> {
  const { version, needs = version } = client.language;
  await shell(client.language, needs).catch(() => {
    throw new NotJudged(`This machine has no ${client.language.name}: \`${needs}\` failed.`, { isSkipped: true });
  });
  await install(client);
  const tools = await shell(client.language, version);
  const reports = await Promise.all(Array.from({ length: runs }, () => runCases(client, only)));
  const [first] = reports;
  if (first === undefined) throw new Error('There is no report.');
  for (const { case: number, verdict, seen } of first.checks) {
    if (verdict === 'harness_error') throw new NotJudged(`Case ${number} judges the adapter. ${seen}`);
    const found = reports.map(({ checks }) => checks.find((check) => check.case === number));
    const verdicts = found.map((check) => check?.verdict);
    if (new Set(verdicts).size === 1) continue;
    const sentences = found.map((check) => `\n  ${check?.verdict ?? 'none'}: ${check?.seen ?? ''}`);
    throw new NotJudged(`Case ${number} has not the same verdict ${runs} times:${sentences.join('')}`);
  }
  return {
    version: first.client.version ?? '',
    ...(client.newest !== undefined && { newest: await askNewest(client.language, client.newest) }),
    tools,
    date: new Date().toISOString().slice(0, 10),
    cases: casesOf(first.checks, client),
  };
}

/** What was installed and built, by the command and its folder: each command runs once. */
const installed = new Map<string, Promise<unknown>>();

async function install({ language, build = [] }: Client): Promise<void> {
  for (const command of [...language.install, ...build]) {
    const key = `${language.folder}: ${command}`;
    const running = installed.get(key) ?? shell(language, command);
    installed.set(key, running);
    await running.catch((error: unknown) => {
      throw new NotJudged(`\`${command}\` failed: ${lastLineOf(error)}`);
    });
  }
}

async function askNewest(language: Language, command: string): Promise<string> {
  const version = await shell(language, command).catch((error: unknown) => {
    throw new NotJudged(`\`${command}\` failed: ${lastLineOf(error)}`);
  });
  if (!/^\D{0,2}\d/.test(version)) throw new NotJudged(`\`${command}\` printed no version: ${version}`);
  return version;
}

/** Runs a command in the folder of a language. Resolves with the first line that it prints. */
async function shell(language: Language, command: string): Promise<string> {
  const cwd = folderOf(language);
  const options = { cwd, env: environment(cwd), maxBuffer: 2 ** 28 };
  const { stdout, stderr } = await promisify(execFile)('sh', ['-c', command], options);
  return `${stdout}${stderr}`.trim().split('\n')[0] ?? '';
}

/** The folder of the adapters of a language. */
export function folderOf({ folder }: Language): string {
  return join(root, folder);
}

/** The programs of npm packages come first: a runtime that the folder pins is judged, and not that of the machine. */
export function environment(folder: string): NodeJS.ProcessEnv {
  const path = [join(folder, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  return { ...process.env, PATH: path, PYTHONDONTWRITEBYTECODE: '1', GOTOOLCHAIN: 'local' };
}

async function runCases({ language, command }: Client, only: string | undefined): Promise<Report> {
  const cwd = folderOf(language);
  const folder = await mkdtemp(join(tmpdir(), 'petstore-verdicts-'));
  const file = join(folder, 'report.json');
  const args = ['conformance', 'run', '--json', file, '--start-timeout', '60', '--command', command];
  if (only !== undefined) args.push('--only', only);
  try {
    // The exit code is 1 if a case fails: the report says the rest.
    const failure = await promisify(execFile)(process.execPath, [program, ...args], {
      cwd,
      env: environment(cwd),
      maxBuffer: 2 ** 28,
    }).catch((error: unknown) => error);
    return JSON.parse(
      await readFile(file, 'utf8').catch(() => {
        throw new NotJudged(`The run has no report: ${lastLineOf(failure)}`);
      }),
    ) as Report;
  } finally {
    await rm(folder, { recursive: true });
  }
}

function lastLineOf(error: unknown): string {
  const { stderr = '', message } = error as Error & { readonly stderr?: string };
  return stderr.trim() === '' ? message : (stderr.trim().split('\n').at(-1) ?? '');
}
