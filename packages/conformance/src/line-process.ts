import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import type { Readable } from 'node:stream';
import { within } from './within.ts';
import { clearTimeout, setTimeout } from '@petstore/testing';

/** What a process does next: it writes a line, or an invalid one, or ends. */
export type Sign = { readonly line: string } | { readonly noLine: string } | { readonly ended: string };

/** A running process that writes lines. */
export interface Lines {
  /** Waits for the next line. Resolves with `undefined` if none comes in time. */
  next(milliseconds: number): Promise<Sign | undefined>;
  /** Returns the next event without waiting, and leaves it in the queue; `undefined` if there is none. */
  peek(): Sign | undefined;
  write(text: string): void;
  /** Ends the process and those that it started. */
  kill(): void;
  /** Closes the stdin of the process, and waits until the process ends. Returns a sentence about what it did wrong. */
  end(): Promise<string | undefined>;
}

/** How long a process may take to end once its stdin ended, in milliseconds. */
const endTimeout = 2_000;

/** How long its stdout and stderr are read once it ended, in milliseconds. */
const graceTime = 500;

/** The most bytes that it may write without ending a line. */
const mostBytes = 16_777_216;

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
  let isGone = false;
  const kill = () => {
    if (isGone) return;
    isGone = hasEnded(child); // once it has ended, another process may get the id of its group
    killGroup(child);
  };
  const isOver = endOf(child, kill);
  void isOver.then((ended) => {
    process.off('exit', kill);
    put({ ended });
  });
  process.once('exit', kill);
  child.stdin.on('error', () => {
    // it ended: `close` says how
  });
  child.stderr.setEncoding('utf8').on('data', onStderr);
  splitLines(child.stdout, put);

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
    peek: () => waiting[0],
    write: (text) => void child.stdin.write(text),
    kill,
    async end() {
      child.stdin.end();
      const ended = await within(isOver, endTimeout);
      kill();
      if (ended === undefined) return 'The adapter did not end within 2 s after its stdin ended.';
      return ended === 'exit code 0'
        ? undefined
        : `The adapter ended with ${ended} after its stdin ended; it has to exit with 0.`;
    },
  };
}

/** Resolves with how a process ended, once all that it wrote is read. The processes that it leaves behind are ended too. */
function endOf(child: ChildProcessWithoutNullStreams, kill: () => void): Promise<string> {
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    child.once('error', (error) => {
      resolve(`it could not be started (${error.message})`);
    });
    child.once('exit', () => {
      kill();
      // A process that left the group cannot be ended, and may hold these open: the run would wait for it.
      timer = setTimeout(() => {
        child.stdout.destroy();
        child.stderr.destroy();
      }, graceTime);
    });
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      resolve(signal === null ? `exit code ${code ?? 0}` : `signal ${signal}`);
    });
  });
}

function splitLines(stdout: Readable, put: (sign: Sign) => void): void {
  let pieces: Buffer[] = [];
  let length = 0;
  const keep = (piece: Buffer) => {
    pieces.push(piece);
    length += piece.length;
  };
  stdout.on('data', (chunk: Buffer) => {
    let start = 0;
    for (let end = chunk.indexOf('\n'); end !== -1; end = chunk.indexOf('\n', start)) {
      keep(chunk.subarray(start, end));
      put(readText(Buffer.concat(pieces)));
      pieces = [];
      length = 0;
      start = end + 1;
    }
    keep(chunk.subarray(start));
    if (length <= mostBytes) return;
    stdout.removeAllListeners('data').resume(); // what follows belongs to no line
    put({ noLine: `It wrote more than ${mostBytes} bytes without ending a line.` });
  });
}

/** A byte order mark stays: it is no part of JSON. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function readText(bytes: Buffer): Sign {
  try {
    return { line: utf8.decode(bytes) };
  } catch {
    return { noLine: 'It is not UTF-8.' };
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcessWithoutNullStreams): boolean {
  return exitCode !== null || signalCode !== null;
}

/** Ends a process, and those that it started and that are still in its group. */
function killGroup(child: ChildProcessWithoutNullStreams): void {
  const { pid } = child;
  if (pid === undefined) return;
  if (process.platform === 'win32') {
    if (!hasEnded(child)) spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore' });
    return;
  }
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // nothing of it is left
  }
}
