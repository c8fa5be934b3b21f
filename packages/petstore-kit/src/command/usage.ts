import { commandOptions, type CommandOption } from './command-options.ts';

/** The width of the help, and the start of its second column, in characters. */
const [width, column] = [84, 25];

/** What `petstore-kit --help` prints. */
export const usage = `Usage: petstore-kit [options]
       petstore-kit conformance run|serve [options]

Starts a pet store server, or checks a client: see petstore-kit conformance --help.
Without options it listens on http://127.0.0.1:8080/v1,
keeps its pets in pets.json in this folder and prints the API key that it generated.

Options, with the environment variable and what holds without either:
${Object.entries<CommandOption>(commandOptions).map(formatOption).join('\n')}

If both are given, the option counts. The variable of an option without a value is
1 or true, 0 or false. No variable may be empty.`;

function formatOption([name, { short, value, help, variable, otherwise }]: readonly [string, CommandOption]): string {
  const option = [short === undefined ? '' : `-${short}, `, `--${name}`, value === undefined ? '' : ` ${value}`].join(
    '',
  );
  const notes = [variable, otherwise].filter((note) => note !== undefined).join('; ');
  const lines = wrap(notes === '' ? help : `${help} (${notes})`, width - column);
  return `  ${option.padEnd(column - 2)}${lines.join(`\n${' '.repeat(column)}`)}`;
}

function wrap(text: string, length: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > length) lines.push(word);
    else lines.splice(-1, 1, `${last} ${word}`);
  }
  return lines;
}
