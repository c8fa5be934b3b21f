import manifest from '../../package.json' with { type: 'json' };
import type { Command } from './command-line.ts';

/** Returns the help or the version if the arguments ask for one, whatever else they are. */
export async function findPrintedText(command: Command, args: readonly string[]): Promise<string | undefined> {
  // Loaded for the help alone: the code that wraps its lines brings all of conformance.
  if (args.some((arg) => arg === '--help' || arg === '-h')) return (await import('./usage.ts')).formatUsage(command);
  return args.includes('--version') ? manifest.version : undefined;
}
