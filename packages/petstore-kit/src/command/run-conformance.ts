import { err } from '@petstore/core';
import { run, serve, type Output, type RunSettings, type ServeSettings } from '@petstore/conformance';
import { findPrintedText } from './printed-text.ts';
import { conformanceCommand, parseConformanceCommand } from './conformance-command.ts';
import { findWrongStdin, createStopSignal } from './stop-signal.ts';

/**
 * Runs `petstore-kit conformance`.
 *
 * @param args the arguments after `conformance`
 * @returns the exit code
 */
export async function runConformance(args: readonly string[], warn: (sentence: string) => void): Promise<number> {
  const output: Output = {
    print: (text) => void process.stdout.write(text),
    warn,
    colours: process.stdout.isTTY && process.stdout.hasColors(),
    isTerminal: process.stdout.isTTY,
  };

  const printed = await findPrintedText(conformanceCommand, args);
  if (printed !== undefined) {
    output.print(`${printed}\n`);
    return 0;
  }
  const invocation = parseConformanceCommand(args);
  if (invocation.isErr()) {
    warn(`${invocation.error}\nRun petstore-kit conformance --help for the options.`);
    return 2;
  }
  const settings = invocation.value;
  const ended = await (settings.action === 'run' ? runUntilSignal(settings, output) : serveUntilStop(settings, output));
  if (ended.isOk()) return ended.value;
  warn(ended.error.message);
  return ended.error.exitCode;
}

/** Watches until a signal or, with `--exit-on-stdin-end`, the end of stdin. */
function serveUntilStop(settings: ServeSettings, output: Output): ReturnType<typeof serve> {
  const message = settings.exitOnStdinEnd ? findWrongStdin() : undefined;
  if (message !== undefined) return Promise.resolve(err({ message, exitCode: 2 }));
  return serve(settings, output, createStopSignal(settings.exitOnStdinEnd));
}

/** Runs the cases. A signal ends the run and the adapter, which would otherwise go on. */
function runUntilSignal(settings: RunSettings, output: Output): ReturnType<typeof run> {
  for (const [signal, number] of Object.entries({ SIGHUP: 1, SIGINT: 2, SIGTERM: 15 })) {
    process.once(signal, () => process.exit(128 + number));
  }
  return run(settings, output);
}
