#!/usr/bin/env node
import { stopSignal, surviveOutputErrors } from '@petstore/http-node/internal';
import { serve, type Output } from './serve.ts';
import { parseInvocation } from './settings.ts';

/** How many bytes of a stream may wait for a reader. Further lines are dropped: the numbers of the requests show how many. */
const mostUnread = 1_048_576;

const output: Output = { print: writeLinesTo(process.stdout, ''), warn: writeLinesTo(process.stderr, 'petstore: ') };

function writeLinesTo(stream: NodeJS.WriteStream, prefix: string): (line: string) => void {
  return (line) => {
    if (stream.writableLength <= mostUnread) stream.write(`${prefix}${line}\n`);
  };
}

surviveOutputErrors(output.warn);
const exitCode = await run();
process.exitCode ??= exitCode;
setTimeout(() => process.exit(), 1_000).unref(); // if nobody reads stdout

/** Returns the exit code: 1 if the server could not start, run or stop cleanly, 2 if the command line is wrong. */
async function run(): Promise<number> {
  const invocation = parseInvocation(process.argv.slice(2), process.env);
  if (invocation.isErr()) {
    output.warn(`${invocation.error}\nRun petstore --help for the options.`);
    return 2;
  }
  if (typeof invocation.value === 'string') {
    output.print(invocation.value);
    return 0;
  }
  const stop = stopSignal(); // listen before the start: a signal may come during it
  const ended = await serve(invocation.value, output, stop);
  if (ended.isOk()) return 0;
  output.warn(ended.error.message);
  return 1;
}
