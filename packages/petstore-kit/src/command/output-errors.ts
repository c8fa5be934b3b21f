/**
 * Keeps the process alive when stdout or stderr cannot be written. It ignores a reader that is gone (`petstore-kit | head`). It
 * reports the first other error of stdout, such as a full disk, and sets the exit code to 1.
 */
export function surviveOutputErrors(warn: (sentence: string) => void): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  process.stdout.once('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') return;
    warn(`Not everything could be printed (${message}).`);
    process.exitCode = 1;
  });
}
