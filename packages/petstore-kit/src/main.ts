#!/usr/bin/env node
import { createLineWriter } from './command/line-writer.ts';
import { runServer } from './command/run-server.ts';

const output = {
  print: createLineWriter(process.stdout),
  warn: createLineWriter(process.stderr, 'petstore-kit: '),
};

// Output that cannot be written does not end the process. A reader that is gone (`petstore-kit | head`) is ignored.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
process.stdout.once('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') return;
  output.warn(`Not everything could be printed (${message}).`);
  process.exitCode = 1;
});

const [command, ...args] = process.argv.slice(2);
const exitCode =
  command === 'conformance'
    ? await (await import('./command/run-conformance.ts')).runConformance(args, output.warn)
    : await runServer(process.argv.slice(2), output);
process.exitCode ??= exitCode;
