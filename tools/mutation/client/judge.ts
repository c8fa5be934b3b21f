// Judges mutants in threads, several at once, because they wait most of the time.
import { build, type Plugin } from 'esbuild';
import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Job, News, Reached } from './judge-mutant.ts';
import type { Mutant } from './mutants.ts';

/** The verdict of a case that is not `pass`. */
export interface Seen {
  readonly case: number;
  /** The verdict; `crash` or `hang` if the thread did not get to the end of the case. */
  readonly verdict: string;
  readonly level?: string;
  readonly seen: string;
}

export interface Found {
  readonly seen: readonly Seen[];
  /** The marks that the client ran. */
  readonly reached: readonly Reached[];
}

/** How long a client may take, in milliseconds. A right client takes 20 seconds, and more on a busy machine. */
const maxTime = 100_000;

const common = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  logLevel: 'silent',
} as const;

const here = fileURLToPath(new URL('.', import.meta.url));

/** The sources of the right client, read once: they may change during a long run. */
const sources = new Map<string, string>();
function readSource(path: string): string {
  const source = sources.get(path) ?? readFileSync(path, 'utf8');
  sources.set(path, source);
  return source;
}

/** Bundles the program of the threads. */
export async function bundleJudge(): Promise<string> {
  const outfile = join(await mkdtemp(join(tmpdir(), 'petstore-mutants-')), 'judge.mjs');
  await build({ ...common, entryPoints: [join(here, 'judge-mutant.ts')], outfile });
  return outfile;
}

/** Bundles the right client with another text of one of its files. */
export async function bundleClient({ file, text }: Pick<Mutant, 'file'> & { readonly text: string }): Promise<string> {
  const change: Plugin = {
    name: 'change',
    setup(build) {
      build.onLoad({ filter: /conformance\/test\/[a-z-]+\.ts$/ }, ({ path }) => ({
        contents: path.endsWith(`/${file}`) ? text : readSource(path),
        loader: 'ts',
      }));
    },
  };
  const { outputFiles } = await build({
    ...common,
    write: false,
    entryPoints: [join(here, 'fixture.ts')],
    define: { 'process.env.OWN_HTTP': JSON.stringify(String(file === 'own-http.ts')) },
    minifyWhitespace: true,
    plugins: [change],
  });
  return outputFiles[0]?.text ?? '';
}

/** Judges a client in a thread. */
export function judge(program: string, job: Job): Promise<Found> {
  return new Promise((resolve) => {
    const worker = new Worker(program, { workerData: job });
    const seen: Seen[] = [];
    let current = 0;
    const reached: Reached[] = [];
    const timer = setTimeout(() => end('hang', 'It hangs.'), maxTime);
    let isOver = false;
    const end = (verdict?: string, why = '') => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      if (verdict !== undefined) seen.push({ case: current, verdict, seen: why });
      void worker.terminate();
      resolve({ seen, reached });
    };
    worker.on('message', (news: News) => {
      if (news.kind === 'begin') current = news.case;
      if (news.kind === 'seen') seen.push(news);
      if (news.kind === 'reached') reached.push(news);
      if (news.kind === 'end') end();
    });
    worker.on('exit', () => end('crash', 'It ended.'));
    worker.on('error', (error) => end('crash', String(error)));
  });
}

/** Acts on each subject, on at most `atATime` at once. */
export async function forEach<T>(
  subjects: readonly T[],
  atATime: number,
  act: (subject: T, index: number) => Promise<void>,
) {
  const waiting = [...subjects.entries()];
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await act(next[1], next[0]);
  };
  await Promise.all(Array.from({ length: atATime }, lane));
}
