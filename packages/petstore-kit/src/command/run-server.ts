import { findPrintedText } from './printed-text.ts';
import type { LineOutput } from './line-writer.ts';
import { serve } from './serve.ts';
import { parseServerCommand, serverCommand } from './server-command.ts';
import { createStopSignal } from './stop-signal.ts';

/**
 * Runs `petstore-kit` without a subcommand: the server.
 *
 * @returns the exit code: 1 if the server could not start, run or stop cleanly, 2 if the command line is wrong
 */
export async function runServer(args: readonly string[], output: LineOutput): Promise<number> {
  const exitCode = await parseAndServe(args, output);
  setTimeout(() => process.exit(), 1_000).unref(); // if nobody reads stdout
  return exitCode;
}

async function parseAndServe(args: readonly string[], output: LineOutput): Promise<number> {
  const printed = await findPrintedText(serverCommand, args);
  if (printed !== undefined) {
    output.print(printed);
    return 0;
  }
  const invocation = parseServerCommand(args, process.env);
  if (invocation.isErr()) {
    output.warn(`${invocation.error}\nRun petstore-kit --help for the options.`);
    return 2;
  }
  const settings = invocation.value;
  if (typeof settings === 'string') {
    output.print(settings);
    return 0;
  }
  const stop = createStopSignal(settings.exitOnStdinEnd); // before the start, because a signal may come during it
  const ended = await serve(settings, output, stop);
  if (ended.isOk()) return 0;
  const { code, message } = ended.error;
  const options = ' The port is set with --port (PORT), the host with --host (PETSTORE_HOST).';
  output.warn(code === 'listen_failure' ? `${message}${options}` : message);
  return 1;
}
