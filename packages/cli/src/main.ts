#!/usr/bin/env node
import { findWrongStdin, stopSignal, surviveOutputErrors } from '@petstore/http-node/internal';
import { createLineWriter } from './line-writer.ts';
import { serve, type Output } from './serve.ts';
import { parseInvocation } from './settings.ts';

const output: Output = {
  print: createLineWriter(process.stdout),
  warn: createLineWriter(process.stderr, 'petstore: '),
};

surviveOutputErrors(output.warn);
const exitCode = await run();
process.exitCode ??= exitCode;
setTimeout(() => process.exit(), 1_000).unref(); // if nobody reads stdout

/** Returns the exit code: 1 if the server could not start, run or stop cleanly, 2 if the command line is wrong. */
async function run(): Promise<number> {
  const invocation = parseInvocation(process.argv.slice(2), process.env);
  if (invocation.isErr()) return refuse(invocation.error);
  const settings = invocation.value;
  if (typeof settings === 'string') {
    output.print(settings);
    return 0;
  }
  const wrongStdin = settings.exitOnStdinEnd ? findWrongStdin() : undefined;
  if (wrongStdin !== undefined) return refuse(wrongStdin);
  const stop = stopSignal(settings.exitOnStdinEnd); // listen before the start: a signal may come during it
  const ended = await serve(settings, output, stop);
  if (ended.isOk()) return 0;
  const { code, message } = ended.error;
  const options = ' The port is set with --port (PORT), the host with --host (PETSTORE_HOST).';
  output.warn(code === 'listen_failure' ? `${message}${options}` : message);
  return 1;
}

function refuse(sentence: string): number {
  output.warn(`${sentence}\nRun petstore --help for the options.`);
  return 2;
}
