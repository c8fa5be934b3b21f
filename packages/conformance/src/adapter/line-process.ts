import { err, ok, withTimeout, type Result } from '@petstore/core';
import { clearTimeout, setTimeout } from '@petstore/http-node';
import { isUtf8 } from 'node:buffer';
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import type { Readable } from 'node:stream';

/** What a process did: wrote a line (else a sentence that says why it is none), or ended. */
export type ProcessEvent = { readonly line: Result<string, string> } | { readonly ended: string };

export interface LineProcess {
  write(text: string): void;
  /** Ends the process and those that it started. */
  kill(): void;
  /** Closes the stdin of the process, and waits until the process ends. Returns a sentence about what it did wrong. */
  end(): Promise<string | undefined>;
}

/** How long a process may take to end after its stdin has ended, in milliseconds. */
const endTimeout = 2_000;

/** How long its stdout and stderr are still read after it has ended, in milliseconds. */
const graceTime = 500;

/** The functions that end the running processes. They share one listener of `exit`: Node warns of more than ten. */
const kills = new Set<() => void>();
const killAll = () => {
  for (const kill of kills) kill();
};

export function startLineProcess(
  command: string,
  onStderr: (text: string) => void,
  onEvent: (event: ProcessEvent) => void,
): LineProcess {
  const child = spawn(command, {
    shell: true,
    detached: true, // a process group of its own, so that its children can be ended with it
    stdio: 'pipe',
    env: withoutProxy(process.env),
  });
  let isGone = false;
  const kill = () => {
    if (isGone || child.pid === undefined) return;
    // Once it has ended, the system may give the id of its group to another process.
    isGone = child.exitCode !== null || child.signalCode !== null;
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // the whole group has ended
    }
  };
  const end = waitForEnd(child, kill);
  void end.then((ended) => {
    kills.delete(kill);
    onEvent({ ended });
  });
  process.off('exit', killAll).once('exit', killAll);
  kills.add(kill);
  child.stdin.on('error', () => {
    // it ended: `close` says how
  });
  child.stderr.setEncoding('utf8').on('data', onStderr);
  splitLines(child.stdout, onEvent);

  return {
    write: (text) => void child.stdin.write(text),
    kill,
    async end() {
      child.stdin.end();
      const ended = await withTimeout(end, endTimeout, { clearTimeout, setTimeout });
      kill();
      if (ended === undefined) return 'The adapter did not end within 2 s after its stdin ended.';
      return ended === 'exit code 0'
        ? undefined
        : `The adapter ended with ${ended} after its stdin ended; it has to exit with 0.`;
    },
  };
}

/** Returns the environment with this machine in NO_PROXY: a proxy of another machine cannot reach the servers of the run. */
function withoutProxy(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { NO_PROXY, no_proxy } = env;
  const add = (value = '') => [value, '127.0.0.1', 'localhost'].filter(Boolean).join(',');
  return { ...env, NO_PROXY: add(NO_PROXY ?? no_proxy), no_proxy: add(no_proxy ?? NO_PROXY) };
}

/** Resolves with how a process ended, once all that it wrote is read. Ends the processes that it left behind. */
function waitForEnd(child: ChildProcessWithoutNullStreams, kill: () => void): Promise<string> {
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    child.once('error', (error) => resolve(`it could not be started (${error.message})`));
    child.once('exit', () => {
      kill();
      // Do not wait for a child that left the group: such a child cannot be ended, and may keep these streams open.
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

function splitLines(stdout: Readable, put: (event: ProcessEvent) => void): void {
  let rest = Buffer.alloc(0);
  stdout.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    for (let end = rest.indexOf('\n'); end !== -1; end = rest.indexOf('\n')) {
      const line = rest.subarray(0, end);
      put({ line: isUtf8(line) ? ok(line.toString()) : err('It is not UTF-8.') });
      rest = rest.subarray(end + 1);
    }
  });
}
