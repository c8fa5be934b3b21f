import { setTimeout, clearTimeout } from '@petstore/http-node/internal';
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';

/** What a process does next: it writes a line, or ends. */
export type Sign = { readonly line: string } | { readonly ended: string };

/** A running process that writes lines. */
export interface Lines {
  /** Waits for the next line. Resolves with `undefined` if none comes in time. */
  next(milliseconds: number): Promise<Sign | undefined>;
  /** Whether there is a line that nobody waited for. */
  hasMore(): boolean;
  write(text: string): void;
  /** Ends the process and those that it started. */
  kill(): void;
  /** Ends its stdin, and waits until it ends. Returns what it did wrong. */
  end(): Promise<string | undefined>;
}

/** How long a process may take to end once its stdin ended, in milliseconds. */
const endTimeout = 2_000;

/** The most characters that it may write without ending a line. */
const mostCharacters = 16_777_216;

/**
 * Runs a process.
 *
 * @param command a line for the shell
 */
export function runLines(command: string, onStderr: (text: string) => void): Lines {
  // In a group of its own, so that what it started can be ended with it.
  const child = spawn(command, {
    shell: true,
    detached: process.platform !== 'win32',
    stdio: 'pipe',
    windowsHide: true,
  });
  const waiting: Sign[] = [];
  let wake = () => {
    // nobody waits
  };
  const put = (sign: Sign) => {
    waiting.push(sign);
    wake();
  };
  const isOver = new Promise<string>((resolve) => {
    child.once('error', (error) => {
      resolve(`it could not be started (${error.message})`);
    });
    child.once('close', (code, signal) => {
      resolve(signal === null ? `exit code ${code ?? 0}` : `signal ${signal}`);
    });
  });
  void isOver.then((ended) => {
    forget();
    put({ ended });
  });
  const kill = () => {
    killGroup(child);
  };
  process.once('exit', kill);
  const forget = () => process.off('exit', kill);
  child.stdin.on('error', () => {
    // it ended: `close` says how
  });
  child.stderr.setEncoding('utf8').on('data', onStderr);
  splitLines(child, put);

  return {
    async next(milliseconds) {
      if (waiting.length === 0) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      return waiting.shift();
    },
    hasMore: () => waiting.length > 0,
    write: (text) => void child.stdin.write(text),
    kill,
    async end() {
      child.stdin.end();
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise<undefined>((resolve) => {
        timer = setTimeout(() => {
          resolve(undefined);
        }, endTimeout);
      });
      const ended = await Promise.race([isOver, late]);
      clearTimeout(timer);
      kill();
      if (ended === undefined) return 'The adapter did not end within 2 s after its stdin ended.';
      return ended === 'exit code 0'
        ? undefined
        : `The adapter ended with ${ended} after its stdin ended; it has to exit with 0.`;
    },
  };
}

function splitLines(child: ChildProcessWithoutNullStreams, put: (sign: Sign) => void): void {
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) put({ line });
    if (rest.length > mostCharacters) killGroup(child);
  });
}

/** Ends a process, and those that it started and that are still in its group. */
function killGroup({ pid, exitCode, signalCode }: ChildProcessWithoutNullStreams): void {
  if (pid === undefined) return;
  if (process.platform === 'win32') {
    if (exitCode === null && signalCode === null)
      spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore' });
    return;
  }
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // nothing of it is left
  }
}
