// Checks the tables of options in the guides. With `--update`, the tests rewrite them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as prettier from 'prettier';
import { expect, test } from 'vitest';
import type { Command, CommandOption } from '../src/command/command-line.ts';
import { conformanceCommand } from '../src/command/conformance-command.ts';
import { createClient, Result, type ClientOptions } from '../src/index.ts';
import { startServer } from '../src/node.ts';
import { openPostgresStorage } from '../src/postgres.ts';
import { createTestFetch } from '../src/testing.ts';
import { serverCommand } from '../src/command/server-command.ts';
import { formatUsage } from '../src/command/usage.ts';

const docs = join(import.meta.dirname, '../../../docs');
const commands: readonly Command[] = [serverCommand, conformanceCommand];

test.each<readonly [guide: string, command: Command]>([
  ['from-a-shell.md', serverCommand],
  ['checking-a-client.md', conformanceCommand],
])('%s lists the options of the command', async (guide, command) => {
  const path = join(docs, guide);
  const table = /^\| Option +\| (?:Variable +\| )?Default .*\n(?:\|.*\n)+/m;
  const before = readFileSync(path, 'utf8');
  expect(before).toMatch(table);
  const formatted = await prettier.format(createTable(command), { parser: 'markdown' });
  await expect(before.replace(table, () => formatted)).toMatchFileSnapshot(path);
});

/** Makes a table of the options, in the order of the help. */
function createTable({ options }: Command): string {
  const shown = Object.entries(options).filter(([name]) => name !== 'help' && name !== 'version');
  const hasVariables = shown.some(([, { variable }]) => variable !== undefined);
  return [
    ['Option', 'Variable', 'Default', 'Meaning'],
    ['---', '---', '---', '---'],
    ...shown.map(([name, option]) => createCells(name, option)),
  ]
    .map((cells) => `| ${cells.filter((_, index) => hasVariables || index !== 1).join(' | ')} |\n`)
    .join('');
}

function createCells(name: string, { value, variable, ifLeftOut = '', help }: CommandOption): readonly string[] {
  const option = `\`--${name}${value === undefined ? '' : ` ${value.replace('|', '\\|')}`}\``;
  return [option, variable === undefined ? '' : `\`${variable}\``, ifLeftOut, help];
}

/** An option that no function has. Its TypeError names those that there are. */
const unknown: object = { unknown: true };

test.each<{ readonly guide: string; readonly call: () => unknown; readonly others?: readonly string[] }>([
  { guide: 'as-a-server.md', call: () => startServer(unknown) },
  { guide: 'client.md', call: () => createClient(unknown as ClientOptions) },
  { guide: 'postgres.md', call: () => openPostgresStorage(unknown) },
  { guide: 'wrong-on-purpose.md', call: () => createTestFetch(unknown), others: ['host', 'port'] },
])('$guide has every option of the function, and no other', ({ guide, call, others = [] }) => {
  const [, section = ''] = readFileSync(join(docs, guide), 'utf8').split(/^## Options\n/m);
  const [table = ''] = section.split(/^##/m);
  const shown = table
    .match(/^\| `.*?\||^These are as .*\n.*/gm)
    ?.flatMap((text) => text.match(/(?<=`)\w+(?=`)/g) ?? []);
  const { message } = Result.fromThrowable(call)()._unsafeUnwrapErr() as TypeError;
  const [, names = ''] = /The options are (.*)\.$/.exec(message) ?? [];
  expect(shown?.sort()).toEqual(names.split(', ').concat(others).sort());
});

test('every option that the guides name exists', () => {
  const pages = ['checking-a-client.md', 'conformance-cases.md', 'from-a-shell.md', 'sessions.md'];
  const text = pages.map((page) => readFileSync(join(docs, page), 'utf8')).join(' ');
  const named = [...text.matchAll(/petstore-kit[^\n`]*?(?= --)((?: --[a-z][a-z-]*(?:[ =][^\s-]\S*)?)+)/g)].flatMap(
    ([, options = '']) => options.match(/--[a-z-]+/g) ?? [],
  );
  const known = commands.flatMap(({ options }) => Object.keys(options).map((name) => `--${name}`));
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
});

test('every variable that the page about sessions names exists', () => {
  const named = readFileSync(join(docs, 'sessions.md'), 'utf8').match(/PETSTORE_[A-Z_]+/g) ?? [];
  expect(named).toContain('PETSTORE_TESTING_TOKEN');
  const known = Object.values<CommandOption>(serverCommand.options).map(({ variable }) => variable);
  expect(known).toEqual(expect.arrayContaining(named));
});

test.each(commands)('no line of the help is wider than 80 characters', (command) => {
  expect(formatUsage(command)).not.toMatch(/^.{81,}$/m);
});
