#!/usr/bin/env node
import { createLineWriter } from './command/line-writer.ts';
import { runServer } from './command/run-server.ts';

const output = {
  print: createLineWriter(process.stdout),
  warn: createLineWriter(process.stderr, 'petstore-kit: '),
};

surviveOutputErrors(output.warn);
const [command, ...args] = process.argv.slice(2);
const exitCode =
  command === 'conformance'
    ? await (await import('./command/run-conformance.ts')).runConformance(args, output.warn)
    : await runServer(process.argv.slice(2), output);
process.exitCode ??= exitCode;

/**
 * Keeps the process alive when stdout or stderr cannot be written. It ignores a reader that is gone (`petstore-kit | head`). It
 * reports the first other error of stdout, such as a full disk, and sets the exit code to 1.
 */
function surviveOutputErrors(warn: (sentence: string) => void): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  process.stdout.once('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') return;
    warn(`Not everything could be printed (${message}).`);
    process.exitCode = 1;
  });
}
