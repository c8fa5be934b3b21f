/** How long after the first signal another one forces the end, in milliseconds. */
const forceAfter = 1_000;

/**
 * Makes a signal that the first SIGTERM, SIGINT or SIGHUP aborts, with its name as the reason.
 *
 * Another one ends the process with exit code 1 if it comes at least a second later. Sooner, it belongs to the same stop: below
 * npm, concurrently or nodemon, one Ctrl-C arrives twice, from the terminal and from the parent process.
 */
export function stopSignal(): AbortSignal {
  const controller = new AbortController();
  let stoppedAt = 0;
  const stop = (name: NodeJS.Signals) => {
    const now = performance.now();
    if (!controller.signal.aborted) {
      stoppedAt = now;
      controller.abort(name);
    } else if (now - stoppedAt >= forceAfter) {
      process.exit(1);
    }
  };
  // A closed terminal sends SIGHUP, which Node does not ignore below nohup either.
  process.on('SIGTERM', stop).on('SIGINT', stop).on('SIGHUP', stop);
  return controller.signal;
}
