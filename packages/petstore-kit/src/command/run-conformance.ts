import { run, type Output } from '@petstore/conformance';
import { fileURLToPath } from 'node:url';
import { helpOrVersion } from './usage.ts';
import { conformanceCommand, parseConformanceCommand } from './conformance-command.ts';
import { initAdapter } from './init-adapter.ts';

/** Runs `petstore-kit conformance` with the arguments after that. Returns the exit code. */
export async function runConformance(args: readonly string[], warn: (sentence: string) => void): Promise<number> {
  const output: Output = {
    print: (text) => void process.stdout.write(text),
    warn,
    isTerminal: process.stdout.isTTY,
    colours: process.stdout.isTTY && process.stdout.hasColors(),
    width: Math.min(Math.max(process.stdout.columns || 80, 40), 120),
  };

  const printed = helpOrVersion(conformanceCommand, args);
  if (printed !== undefined) {
    output.print(`${printed}\n`);
    return 0;
  }
  const settings = parseConformanceCommand(args);
  if (settings.isErr()) {
    warn(`${settings.error}\nRun petstore-kit conformance --help for the options.`);
    return 2;
  }
  if ('language' in settings.value) {
    const examples = fileURLToPath(new URL('../examples/conformance', import.meta.url)); // beside `dist`
    const written = await initAdapter(settings.value.language, examples, process.cwd());
    output.print(written.unwrapOr(''));
    if (written.isErr()) warn(written.error);
    return written.isOk() ? 0 : 2;
  }
  // A signal ends the run and the adapter, which would otherwise go on.
  for (const [signal, number] of Object.entries({ SIGHUP: 1, SIGINT: 2, SIGTERM: 15 })) {
    process.once(signal, () => process.exit(128 + number));
  }
  const ended = await run(settings.value, output);
  if (ended.isOk()) return ended.value;
  warn(ended.error.message);
  return ended.error.exitCode;
}
