import { fstatSync } from 'node:fs';
import { isatty } from 'node:tty';

/** From when on a second signal forces the end, in milliseconds after the first one. */
const forceAfter = 1_000;

/**
 * Makes a signal that the first SIGTERM, SIGINT or SIGHUP aborts. The reason is its name.
 *
 * A second one ends the process with exit code 1 if it comes at least a second later. A sooner one is ignored: below npm,
 * concurrently or nodemon, one Ctrl-C arrives twice, from the terminal and from the parent process.
 *
 * @param exitOnStdinEnd whether the end of stdin aborts it too, with the reason `stdin`. Nothing else may read stdin then
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
  // A closed terminal sends SIGHUP. Below nohup, Node does not ignore it.
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
 * Finds a stdin whose end says nothing about another process: a file or a device such as `/dev/null`, which end at once. In Node, a
 * closed stdin is `/dev/null`.
 *
 * @returns a sentence about it; `undefined` if stdin is a pipe, a socket or a terminal
 */
export function findWrongStdin(): string | undefined {
  const stdin = fstatSync(0);
  if (!stdin.isFile() && (!stdin.isCharacterDevice() || isatty(0))) return undefined;
  const what = stdin.isFile() ? 'a file' : '/dev/null or another device';
  return `--exit-on-stdin-end needs a stdin that stays open, such as a pipe from the process that starts the command, but it is ${what}, which ends at once.`;
}
