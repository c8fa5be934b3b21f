/**
 * Keeps the process alive when nothing can be written to stdout or stderr. A reader that is gone (`petstore | head`) is
 * ignored. The first other error of stdout, such as a full disk, is reported, and the exit code becomes 1.
 */
export function surviveOutputErrors(warn: (sentence: string) => void): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  process.stdout.once('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') return;
    warn(`Not everything could be printed (${message}).`);
    process.exitCode = 1;
  });
}
