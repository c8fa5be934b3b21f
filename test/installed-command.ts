import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

/** The installed `petstore`, running. */
export interface InstalledCommand {
  /** Where it listens, as `127.0.0.1:49152`. */
  readonly address: string;
  /** Sends SIGTERM, and returns the exit code. */
  stop(): Promise<unknown>;
}

/** Starts the installed `petstore` with a line of a document, but on a free port. It is killed when the test ends. */
export async function startInstalledCommand(folder: string, line: string): Promise<InstalledCommand> {
  const [, ...args] = line.replace('--port 8080', '--port 0').split(' ');
  const command = spawn('node_modules/.bin/petstore', args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void command.kill('SIGKILL'));
  const exited = once(command, 'exit');
  const lines = createInterface({ input: command.stdout });
  const [announcement] = (await Promise.race([once(lines, 'line'), exited])) as unknown[];
  lines.resume();
  const [address] = /127\.0\.0\.1:\d+/.exec(String(announcement)) ?? [];
  if (address === undefined) throw new Error(`petstore did not say where it listens: ${String(announcement)}`);
  return {
    address,
    async stop() {
      command.kill();
      return (await exited)[0] as unknown;
    },
  };
}
