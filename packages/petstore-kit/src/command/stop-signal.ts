import type { Socket } from 'node:net';

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
    const stdin: Partial<Pick<Socket, 'unref'>> = process.stdin.on('end', onEnd).on('error', onEnd).resume();
    stdin.unref?.(); // a file or /dev/null has none, and ends at once
  }
  return controller.signal;
}
