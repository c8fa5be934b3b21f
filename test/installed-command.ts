import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { environment } from './installed-project.ts';

/** The installed `petstore-kit`, running. */
export interface InstalledCommand {
  /** Where it listens, as `127.0.0.1:49152`. */
  readonly address: string;
  /** The lines that it has printed at its start. */
  readonly screen: readonly string[];
  /** Sends SIGTERM, and returns the exit code. */
  stop(): Promise<unknown>;
}

/** Runs a script of a document in a folder. Returns what it prints. What it leaves running is killed when the test ends. */
export async function runScript(program: string, folder: string, code: string): Promise<string> {
  const child = spawn(program, ['-c', code], {
    cwd: folder,
    detached: true,
    env: environment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => {
    killGroup(child.pid);
  });
  const [printed, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  if (child.exitCode !== 0) throw new Error(`${program} ended with ${String(child.exitCode)}: ${errors}`);
  return printed;
}

/** Sends a signal to what is left of the group of a child, if anything. */
export function killGroup(pid: number | undefined, signal: NodeJS.Signals = 'SIGKILL'): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // it has left nothing
  }
}

/**
 * Starts the installed `petstore-kit` with a line of a document, but on a free port. It is killed when the test ends.
 *
 * @param command the program and its first arguments
 */
export async function startInstalledCommand(
  folder: string,
  line: string,
  command: readonly string[] = ['node_modules/.bin/petstore-kit'],
): Promise<InstalledCommand> {
  const args = line
    .replace(/^(?:npx )?petstore-kit /, '')
    .replace('--port 8080', '--port 0')
    .split(' ');
  const [program = '', ...parameters] = [...command, ...args];
  const child = spawn(program, parameters, { cwd: folder, env: environment(), stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exited = once(child, 'exit');
  const screen: string[] = [];
  for await (const shown of createInterface({ input: child.stdout })) {
    screen.push(shown);
    if (shown.includes('Ctrl+C')) break; // the last line before the requests
  }
  child.stdout.resume();
  const [address] = /127\.0\.0\.1:\d+/.exec(screen.join('\n')) ?? [];
  if (address === undefined) throw new Error(`petstore-kit did not say where it listens: ${screen.join('\n')}`);
  return {
    address,
    screen,
    async stop() {
      child.kill();
      return (await exited)[0] as unknown;
    },
  };
}
