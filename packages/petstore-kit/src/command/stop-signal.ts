import { fstatSync } from 'node:fs';
import { isatty } from 'node:tty';

/** How long after the first signal another one forces the end, in milliseconds. */
const forceAfter = 1_000;

/**
 * Makes a signal that the first SIGTERM, SIGINT or SIGHUP aborts, with its name as the reason.
 *
 * Another one ends the process with exit code 1 if it comes at least a second later. Sooner, it belongs to the same stop: below
 * npm, concurrently or nodemon, one Ctrl-C arrives twice, from the terminal and from the parent process.
 *
 * @param exitOnStdinEnd whether the end of stdin aborts it too, with the reason `stdin`. Nothing else may read stdin
 */
export function createStopSignal(exitOnStdinEnd = false): AbortSignal {
  const controller = new AbortController();
  let stoppedAt = 0;
  const stop = (reason: string) => {
    if (controller.signal.aborted) return;
    stoppedAt = performance.now();
    controller.abort(reason);
  };
  const onSignal = (name: NodeJS.Signals) => {
    if (controller.signal.aborted && performance.now() - stoppedAt >= forceAfter) process.exit(1);
    stop(name);
  };
  // A closed terminal sends SIGHUP. Node does not ignore it below nohup either.
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal).on('SIGHUP', onSignal);
  if (exitOnStdinEnd) {
    const onEnd = () => {
      stop('stdin');
    };
    process.stdin.on('end', onEnd).on('error', onEnd).resume().unref();
  }
  return controller.signal;
}

/**
 * Tells why the end of stdin cannot show that another process has gone: a file and `/dev/null` end at once. A closed stdin is
 * `/dev/null` in Node.
 *
 * @returns a sentence; `undefined` if stdin is a pipe, a socket or a terminal
 */
export function findWrongStdin(): string | undefined {
  const stdin = fstatSync(0);
  if (!stdin.isFile() && (!stdin.isCharacterDevice() || isatty(0))) return undefined;
  const what = stdin.isFile() ? 'a file' : '/dev/null or another device';
  return `--exit-on-stdin-end needs a stdin that stays open, such as a pipe from the process that starts the command, but it is ${what}, which ends at once.`;
}
