#!/usr/bin/env node
import { err } from '@petstore/core';
import { findWrongStdin, stopSignal, surviveOutputErrors } from '@petstore/http-node/internal';
import { fileURLToPath } from 'node:url';
import manifest from '../package.json' with { type: 'json' };
import { run, serve, type Output } from './conformance/command.ts';
import { parseInvocation, type RunSettings, type ServeSettings } from './conformance/settings.ts';
import { usage } from './conformance/usage.ts';

const output: Output = {
  print: (text) => void process.stdout.write(text),
  warn: (sentence) => void process.stderr.write(`petstore-conformance: ${sentence}\n`),
  colours: process.stdout.isTTY && process.stdout.hasColors(),
  casesPage: fileURLToPath(new URL('../conformance.md', import.meta.url)),
};

surviveOutputErrors(output.warn);
void main().then((exitCode) => (process.exitCode ??= exitCode));

async function main(): Promise<number> {
  const invocation = parseInvocation(process.argv.slice(2));
  if (invocation.isErr()) return refuse(invocation.error);
  const settings = invocation.value;
  if (settings === 'help' || settings === 'version') {
    output.print(settings === 'help' ? usage : `${manifest.version}\n`);
    return 0;
  }
  const ended = await (settings.action === 'run' ? runUntilSignal(settings) : serveUntilStop(settings));
  if (ended.isOk()) return ended.value;
  output.warn(ended.error.message);
  return ended.error.exitCode;
}

function refuse(sentence: string): number {
  output.warn(`${sentence}\nRun petstore-conformance --help for the options.`);
  return 2;
}

/** Watches until a signal, or the end of stdin if that is asked for. */
function serveUntilStop(settings: ServeSettings): ReturnType<typeof serve> {
  const message = settings.exitOnStdinEnd ? findWrongStdin() : undefined;
  if (message !== undefined) return Promise.resolve(err({ message, exitCode: 2 }));
  return serve(settings, output, stopSignal(settings.exitOnStdinEnd));
}

/** Runs the cases. A signal ends the run and the adapter, which would otherwise outlive it. */
function runUntilSignal(settings: RunSettings) {
  for (const [signal, number] of Object.entries({ SIGHUP: 1, SIGINT: 2, SIGTERM: 15 })) {
    process.once(signal, () => process.exit(128 + number));
  }
  return run(settings, output);
}
