import { bundleProgram } from '@petstore/test-support/program';
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const packages = join(import.meta.dirname, '../..');
/** The path of the command, bundled. */
export const program = await bundleProgram(`${packages}/petstore-kit/src/main.ts`, {
  assets: `${packages}/docs-page/assets`,
});

/** The command, running in an empty temporary folder. */
export interface RunningCommand {
  readonly child: ChildProcessWithoutNullStreams;
  /** Waits for a line of stdout that matches. */
  line(pattern: RegExp): Promise<string>;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** The names of the files in its folder. */
  readonly files: () => readonly string[];
  /** Resolves with the exit code when the process ends; `null` if a signal ended it. */
  readonly exited: Promise<number | null>;
}

/** Starts a program in an empty temporary folder. The process is killed when the test ends. */
export function spawnInFolder(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const cwd = mkdtempSync(join(tmpdir(), 'petstore-cli-'));
  const { PATH } = process.env;
  const child = spawn(program, args, { cwd, env: { PATH, ...env } });
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exited;
    rmSync(cwd, { recursive: true });
  });
  return { child, cwd, exited };
}

/**
 * Starts `petstore-kit` from its source. The process is killed when the test ends.
 *
 * @param script runs in the process before the command
 */
export function runCommand(args: readonly string[], env: NodeJS.ProcessEnv = {}, script = ''): RunningCommand {
  const before = ['--import', `data:text/javascript,${encodeURIComponent(script)}`];
  const { child, cwd } = spawnInFolder(process.execPath, [...before, program, ...args], env);
  const exited = once(child, 'close').then(([code]) => code as number | null); // with all that it printed
  let [out, errors] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));

  return {
    child,
    exited,
    stdout: () => out,
    stderr: () => errors,
    files: () => readdirSync(cwd),
    async line(pattern) {
      for (;;) {
        const found = out
          .split('\n')
          .slice(0, -1)
          .find((candidate) => pattern.test(candidate));
        if (found !== undefined) return found;
        if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The command ended: ${out}${errors}`);
        await Promise.race([once(child.stdout, 'data'), exited]);
      }
    },
  };
}

/** A server that was started by the command, and its address. */
export interface CommandServer extends RunningCommand {
  /** Such as `http://127.0.0.1:40123/v1`. */
  readonly url: string;
}

/** Starts a server in memory on a free port and waits until it listens. */
export async function runServer(
  args: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
  script = '',
): Promise<CommandServer> {
  const command = runCommand(args, { PORT: '0', PETSTORE_STORAGE: 'memory', ...env }, script);
  await command.line(/Ctrl\+C stops/);
  const [, url = ''] =
    /^ {2}Listens on +(.*)$/m.exec(command.stdout()) ?? /^ {2}API +(http.*)$/m.exec(command.stdout()) ?? [];
  return { ...command, url };
}

/** Whether a server accepts connections at an address. */
export function isListening(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  );
}
