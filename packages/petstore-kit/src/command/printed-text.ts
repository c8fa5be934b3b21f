import manifest from '../../package.json' with { type: 'json' };
import type { Command } from './command-line.ts';
import { formatUsage } from './usage.ts';

/** Returns the help or the version if the arguments ask for one, whatever else they are. */
export function findPrintedText(command: Command, args: readonly string[]): string | undefined {
  if (args.some((arg) => arg === '--help' || arg === '-h')) return formatUsage(command);
  return args.includes('--version') ? manifest.version : undefined;
}
