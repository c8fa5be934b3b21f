#!/usr/bin/env node
import { openApiDocument } from '@petstore/http';
import manifest from '../package.json' with { type: 'json' };
import { serve, type Output } from './serve.ts';
import { parseInvocation } from './settings.ts';
import { usage } from './usage.ts';

const output: Output = {
  print: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`${line}\n`),
};

/** Exit codes: the server could not start or stop cleanly; the command line is wrong. */
const exit = { failure: 1, usage: 2 } as const;

// Whatever nothing else handles, a rejection of `run` included, ends the command with a sentence instead of a stack trace.
process.on('uncaughtException', (error: unknown) => {
  output.complain(`petstore: Stopped by an unexpected error (${String(error).replace(/\s+/g, ' ')}).`);
  process.exit(exit.failure);
});

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', () => {
    // whoever read our lines is gone (`petstore | head`); the server goes on
  });
}
process.exitCode = await run();

async function run(): Promise<number> {
  const invocation = parseInvocation(process.argv.slice(2), process.env);
  if (invocation.isErr()) {
    output.complain(`petstore: ${invocation.error}\nRun petstore --help for the options.`);
    return exit.usage;
  }
  if (invocation.value === 'help') {
    output.print(usage.trimEnd());
    return 0;
  }
  if (invocation.value === 'version') {
    output.print(manifest.version);
    return 0;
  }
  if (invocation.value === 'openapi') {
    output.print(JSON.stringify(openApiDocument()));
    return 0;
  }

  const stop = signal(); // from now on: a signal may come before the start is over
  const started = await serve(invocation.value, output);
  if (started.isErr()) {
    output.complain(`petstore: ${started.error}`);
    return exit.failure;
  }
  await stop;
  const closed = await started.value.close();
  if (closed.isErr()) {
    output.complain(`petstore: ${closed.error.message}`);
    return exit.failure;
  }
  return 0;
}

/** Resolves at the first SIGTERM or SIGINT; a second one exits at once. */
function signal(): Promise<void> {
  return new Promise((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT'] as const) {
      process.once(name, () => {
        for (const again of ['SIGTERM', 'SIGINT'] as const) process.on(again, () => process.exit(exit.failure));
        resolve();
      });
    }
  });
}
