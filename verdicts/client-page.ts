import { basename, join } from 'node:path';
import { relative } from 'node:path/posix';
import { describeCase } from './cases-page.ts';
import type { Client } from './client.ts';
import { columnOf, columns, type Column } from './columns.ts';
import { words } from './groups.ts';
import { repetitions } from './repetitions.ts';
import { isFailed, withoutBuild, type CaseVerdict, type ClientVerdict, type JudgedClient } from './verdict.ts';

/** What a client does: the cases that one cause fails. */
interface Line {
  readonly words: string;
  readonly report: string | undefined;
  readonly mendedIn: string | undefined;
  readonly column: Column;
  /** The case that binds most comes first. */
  readonly cases: readonly [CaseVerdict, ...CaseVerdict[]];
}

/** Groups the failed cases of a client by their cause. */
export function linesOf({ findings = {} }: Client, { cases }: ClientVerdict): readonly Line[] {
  const lines = new Map<string, Line>();
  const failed = cases.filter(isFailed);
  for (const each of failed.sort((one, other) => columns.indexOf(columnOf(one)) - columns.indexOf(columnOf(other)))) {
    const { words: own, report, mendedIn } = findings[each.case] ?? {};
    const text = own ?? words[each.case];
    if (text === undefined) throw new Error(`Add the words of case ${each.case} to groups.ts.`);
    const key = `${text} ${mendedIn ?? ''}`;
    const line = lines.get(key);
    lines.set(key, {
      words: text,
      column: line?.column ?? columnOf(each),
      report: line?.report ?? report,
      mendedIn,
      cases: line === undefined ? [each] : [...line.cases, each],
    });
  }
  return [...lines.values()];
}

/**
 * Describes what was seen of a client, in Markdown.
 *
 * @param base the clients that it is based on, the nearest one first: what is on the page of one of them is not shown again
 */
export function describeClient([client, verdict]: JudgedClient, base: readonly JudgedClient[]): string {
  const { language, adapter, setting, id } = client;
  const { version, newest, date, tools, cases } = verdict;
  const lines = linesOf(client, verdict);
  const mended = lines.filter(({ mendedIn }) => mendedIn !== undefined);
  const sections = columns.map(
    (column) => [column, lines.filter((line) => line.column === column && !mended.includes(line))] as const,
  );
  return [
    `# ${client.name} ${withoutBuild(version)}${client.option === undefined ? '' : ` with ${client.option}`}`,
    [
      `- Language: ${language.name}, with ${tools}`,
      `- Setting: ${setting}, as in [the adapter](${fromPages(join(language.folder, adapter))})`,
      `- Judged on ${date} by ${cases.length} cases${newest === undefined ? '' : `. ${describeNewest(newest)}`}`,
      `- To judge it again: \`npm run verdicts -- ${id}\`. [All clients](../page.md). [How to contest a line](../README.md#how-to-contest-a-line)`,
    ].join('\n'),
    ...(lines.length === 0 ? ['It fails no MUST and no SHOULD.'] : describeAlone(client)),
    ...[...sections, ['Mended in a newer version', mended] as const].flatMap(([heading, some]) =>
      some.length === 0 ? [] : [`## ${heading}`, ...some.flatMap((line) => describeLine(client, line, base))],
    ),
    ...describeNotes(cases),
    ...describeNotJudged(cases),
  ].join('\n\n');
}

/** A distribution may be behind the library: `7.4.5 (Debian 12)` is the newest version of Debian 12. */
function describeNewest(newest: string): string {
  const [, version = newest, distribution] = /^(.*) \((.*)\)$/.exec(newest) ?? [];
  return `The newest version${distribution === undefined ? '' : ` in ${distribution}`} was then ${version}`;
}

function describeAlone({ alone, language }: Client): readonly string[] {
  if (alone === undefined) return [];
  const path = join(language.folder, alone.file);
  return [
    `Each line below can be repeated without this product, in two shells. In the first, [\`raw-server.py\`](../raw-server.py) sends the bytes and prints what it receives. In the second, [\`${basename(path)}\`](${fromPages(path)}) is the client alone.`,
  ];
}

function describeLine(client: Client, line: Line, base: readonly JudgedClient[]): readonly string[] {
  const { words: text, report, mendedIn, cases } = line;
  const clauses = cases.map(({ case: number }) => `- ${linkTo(number)}, ${describeCase(number).clause}`);
  const elsewhere = findElsewhere(line, base);
  const known = [
    ...(mendedIn === undefined ? [] : [`Mended in ${mendedIn}.`]),
    ...(report === undefined ? [] : [`[Report](${report}).`]),
    ...(elsewhere === undefined
      ? []
      : [
          `[${elsewhere.name}](${elsewhere.id}.md) does it, too. Its page shows the exchange, and the bytes to repeat it with.`,
        ]),
  ];
  return [
    `### ${text}`,
    clauses.join('\n'),
    ...(known.length === 0 ? [] : [known.join(' ')]),
    ...(elsewhere === undefined ? describeEvidence(client, cases[0]) : []),
  ];
}

/** Returns the client whose page shows a line; `undefined` if no other page does. */
function findElsewhere({ words: text, cases }: Line, base: readonly JudgedClient[]): Client | undefined {
  const isShown = (other: Line) =>
    other.words === text && cases.every((each) => other.cases.some((one) => one.case === each.case));
  return base.findLast(([client, verdict]) => linesOf(client, verdict).some(isShown))?.[0];
}

/** Shows what was exchanged, and how to repeat it with the client alone. */
function describeEvidence(
  { alone, findings }: Client,
  { case: number, exchange = '', seen = '' }: CaseVerdict,
): readonly string[] {
  const repetition = findings?.[number]?.repetition ?? repetitions[number];
  return [
    fence('text', `${exchange}\n${seen}`.trimStart()),
    ...(alone === undefined || repetition === undefined
      ? []
      : [
          fence(
            'shell',
            [
              `python3 raw-server.py ${repetition.responses.map(quote).join(' \\\n  ')}`,
              `${alone.command} ${repetition.calls}`,
            ].join('\n'),
          ),
        ]),
  ];
}

function describeNotes(cases: readonly CaseVerdict[]): readonly string[] {
  const notes = cases.filter(({ verdict }) => verdict === 'note');
  if (notes.length === 0) return [];
  return ['## Notes', notes.map(({ case: number, seen = '' }) => `- ${linkTo(number)}: ${code(seen)}`).join('\n')];
}

/** The cases that were not judged, by the reason. */
function describeNotJudged(cases: readonly CaseVerdict[]): readonly string[] {
  const numbers = new Map<string, number[]>();
  for (const each of cases) {
    if (columnOf(each) !== 'Not judged') continue;
    const { case: number, seen = '' } = each;
    numbers.set(seen, [...(numbers.get(seen) ?? []), number]);
  }
  if (numbers.size === 0) return [];
  return ['## Not judged', [...numbers].map(([seen, some]) => `- ${code(seen)} Cases: ${some.join(', ')}.`).join('\n')];
}

function linkTo(number: number): string {
  return `[case ${number}](../${describeCase(number).link})`;
}

function fromPages(path: string): string {
  return relative('verdicts/pages', path);
}

function fence(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

/** Shows a text as it is: its marks are no Markdown. */
function code(text: string): string {
  const fences = '`'.repeat(Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length)) + 1);
  return `${fences} ${text} ${fences}`.replace(/^(`) (.*) (`)$/, '$1$2$3');
}

function quote(argument: string): string {
  return `'${argument.replaceAll("'", String.raw`'\''`)}'`;
}
