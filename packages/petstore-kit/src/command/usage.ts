import manifest from '../../package.json' with { type: 'json' };
import type { Command, CommandOption } from './command-line.ts';

const width = 80;

/** Returns the help or the version if the arguments ask for one, whatever else they are. */
export function helpOrVersion(command: Command, args: readonly string[]): string | undefined {
  if (args.some((arg) => arg === '--help' || arg === '-h')) return formatUsage(command);
  return args.includes('--version') ? manifest.version : undefined;
}

export function formatUsage({ introduction, title, options, notes }: Command): string {
  const rows = Object.entries(options).map(([name, option]) => ({ option, label: formatLabel(name, option) }));
  const column = Math.max(...rows.map(({ label }) => label.length)) + 4;
  return [introduction, [`${title}:`, ...rows.flatMap(formatRow)].join('\n'), notes].join('\n\n');

  function formatRow({ option, label }: (typeof rows)[number]): readonly string[] {
    const pattern = new RegExp(`.{1,${width - column}}(?=\\s|$)`, 'g');
    const [first = '', ...rest] = describe(option).match(pattern) ?? [];
    return [`  ${label.padEnd(column - 2)}${first}`, ...rest.map((line) => `${' '.repeat(column)}${line.trim()}`)];
  }
}

function formatLabel(name: string, { short, value }: CommandOption): string {
  return `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;
}

/** Says what an option does, with its variable and what holds without it, as plain text. */
function describe({ help, variable, ifLeftOut }: CommandOption): string {
  const notes = [variable, ifLeftOut].filter((note) => note !== undefined).join('; ');
  const markdown = notes === '' ? help : `${help} (${notes})`;
  return markdown.replaceAll('`', '').replace(/\[([^[\]]+)\]\([^()]+\)/g, '$1');
}
