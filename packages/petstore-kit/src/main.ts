#!/usr/bin/env node
import { createLineWriter } from './command/line-writer.ts';
import { surviveOutputErrors } from './command/output-errors.ts';
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
