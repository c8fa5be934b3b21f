import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

/** The address that the documents speak of. */
const documented = '127.0.0.1:8080';

/** What came of the shell lines of a document. */
export interface CommandOutcome {
  /** What each `curl` line printed. */
  readonly answers: readonly string[];
  readonly exitCode: unknown;
}

/** Starts the installed `petstore` as a line says, but on a port that is free; types the `curl` lines; stops it. */
export async function typeLines(folder: string, start: string, calls: readonly string[]): Promise<CommandOutcome> {
  const [, ...args] = start.replace('--port 8080', '--port 0').split(' ');
  const command = spawn('node_modules/.bin/petstore', args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(command, 'exit');
  try {
    const lines = createInterface({ input: command.stdout });
    const [announcement] = (await Promise.race([once(lines, 'line'), exited])) as unknown[];
    const [address = ''] = /127\.0\.0\.1:\d+/.exec(String(announcement)) ?? [];
    lines.resume();
    const answers: string[] = [];
    for (const call of calls) {
      const line = call.replace('curl ', 'curl --fail --silent --show-error ').replace(documented, address);
      answers.push((await promisify(execFile)('sh', ['-c', line])).stdout);
    }
    command.kill();
    return { answers, exitCode: (await exited)[0] };
  } finally {
    command.kill('SIGKILL');
  }
}
