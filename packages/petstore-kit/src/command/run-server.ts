import type { Socket } from 'node:net';
import type { LineOutput } from './line-writer.ts';
import { serve } from './serve.ts';
import { parseServerCommand, serverCommand } from './server-command.ts';
import { helpOrVersion } from './usage.ts';

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
  const printed = helpOrVersion(serverCommand, args);
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
  if ('document' in settings) {
    output.print(settings.document);
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

/**
 * Makes a signal that the first SIGTERM, SIGINT or SIGHUP aborts. The reason is its name.
 *
 * A second one ends the process with exit code 1 if it comes at least a second later. A sooner one is ignored: below npm,
 * concurrently or nodemon, one Ctrl-C arrives twice, from the terminal and from the parent process.
 *
 * @param exitOnStdinEnd whether the end of stdin aborts it too, with the reason `stdin`. Nothing else may read stdin then
 */
function createStopSignal(exitOnStdinEnd: boolean): AbortSignal {
  const controller = new AbortController();
  let stoppedAt = 0;
  const stop = (reason: string) => {
    if (controller.signal.aborted) return;
    stoppedAt = performance.now();
    controller.abort(reason);
  };
  const onSignal = (name: NodeJS.Signals) => {
    if (controller.signal.aborted && performance.now() - stoppedAt >= 1_000) process.exit(1);
    stop(name);
  };
  // A closed terminal sends SIGHUP. Below nohup, Node does not ignore it.
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal).on('SIGHUP', onSignal);
  if (exitOnStdinEnd) {
    const onEnd = () => stop('stdin');
    const stdin: Partial<Pick<Socket, 'unref'>> = process.stdin.on('end', onEnd).on('error', onEnd).resume();
    stdin.unref?.(); // a file or /dev/null has none, and ends at once
  }
  return controller.signal;
}
