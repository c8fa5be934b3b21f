#!/usr/bin/env node
import { openApiDocument } from '@petstore/http';
import { stopSignal, surviveOutputErrors } from '@petstore/http-node/internal';
import manifest from '../package.json' with { type: 'json' };
import { serve, type Output } from './serve.ts';
import { parseInvocation } from './settings.ts';
import { usage } from './usage.ts';

/** How many bytes of a stream may wait for a reader. Further lines are dropped and counted, because they would fill the memory. */
const mostUnread = 1_048_576;

/** How long the process waits at its end for stdout to be read, in milliseconds. */
const exitTimeout = 1_000;

const output: Output = { print: writeLinesTo(process.stdout), warn: writeLinesTo(process.stderr) };

function writeLinesTo(stream: NodeJS.WriteStream): (line: string) => void {
  let dropped = 0;
  return (line) => {
    if (stream.writableLength > mostUnread) {
      dropped += 1;
      return;
    }
    if (dropped > 0) stream.write(`(${dropped} lines are missing here, because nobody read them in time.)\n`);
    dropped = 0;
    stream.write(`${line}\n`);
  };
}

/** Exit codes: `failure` if the server could not start, run or stop cleanly; `usage` if the command line is wrong. */
const exit = { failure: 1, usage: 2 } as const;

// An error that nothing else handles ends the command with a sentence instead of a stack trace.
process.on('uncaughtException', (error: unknown) => {
  output.warn(`petstore: Stopped by an unexpected error (${String(error).replace(/\s+/g, ' ')}).`);
  process.exit(exit.failure);
});

surviveOutputErrors((sentence) => {
  output.warn(`petstore: ${sentence}`);
});
const exitCode = await run();
process.exitCode ??= exitCode;
setTimeout(() => process.exit(), exitTimeout).unref(); // if nobody reads stdout

async function run(): Promise<number> {
  const invocation = parseInvocation(process.argv.slice(2), process.env);
  if (invocation.isErr()) {
    output.warn(`petstore: ${invocation.error}\nRun petstore --help for the options.`);
    return exit.usage;
  }
  switch (invocation.value) {
    case 'help':
      output.print(usage.trimEnd());
      return 0;
    case 'version':
      output.print(manifest.version);
      return 0;
    default: {
      if ('serverUrl' in invocation.value) {
        output.print(JSON.stringify(openApiDocument(invocation.value)));
        return 0;
      }
      const stop = stopSignal(); // listen before the start: a signal may come during it
      const ended = await serve(invocation.value, output, stop);
      if (ended.isOk()) return 0;
      output.warn(`petstore: ${ended.error.message}`);
      return exit.failure;
    }
  }
}
