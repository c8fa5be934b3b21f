// Writes and reads the page of the mutants: what each is, and which case detects it.
import { fingerprint } from './fingerprint.ts';
import { reasonFor } from './reasons.ts';
import { findCase, makeId, formatSight, type Row } from './row.ts';

const shortNames = { listPets: 'list', createPet: 'create', getPet: 'get' } as const;

/** Writes the page. */
export function writePage(rows: readonly Row[], today: string): string {
  const survivors = rows.filter((row) => formatSight(row) === undefined);
  const open = survivors.filter((row) => reasonFor(row) === undefined);
  const mutants = new Set(rows.map(({ mutant }) => makeId(mutant))).size;
  return `# Mutants of the right client

This table proves that the [conformance run](../../../docs/checking-a-client.md) judges. A mutant is the right client of its tests with one change, in
a field, a header, a number, a branch or a value. Stryker and [our rules](mutants.ts) make the changes. Each mutant is judged until a case sees
it: the client gets \`fail\`, \`warn\` or \`note\` there, or it crashes or hangs. Then the same change is made only in lists, only in creations and
only in gets, if the place is run there.

\`npm run mutation:client\` makes this page. A test checks that it belongs to the present source of the client. The date is that of the last run. A run
believes what the page says about mutants that were seen or are right.

- Date: ${today}
- Source of the client: ${fingerprint()}
- Mutants: ${mutants}, as ${rows.length} clients
- Seen: ${rows.length - survivors.length}
- Not seen, and right: ${survivors.length - open.length}
- Not seen, and open: ${open.length}

## Open

${table(
  ['Mutant', 'Place', 'Code', 'Change', 'In'],
  open.map((row) => [...codeCells(row), nameScope(row)]),
)}

## Right

${table(
  ['Mutant', 'Place', 'Code', 'Change', 'In', 'Why it is right'],
  survivors
    .filter((row) => reasonFor(row) !== undefined)
    .map((row) => [...codeCells(row), nameScope(row), reasonFor(row) ?? '']),
)}

## Seen

The columns have the first case that saw the client, or \`-\` if the place is not run there. A crash or a hang counts for the case in which it occurs. A star
means that no case blames the client, but the exit code is 1: the client did not exercise that MUST, or its answer broke the protocol. Then the operations
are not judged one by one.

${table(['Mutant', 'Place', 'Code', 'Change', 'All', 'List', 'Create', 'Get'], seenRows(rows))}
`;
}

function seenRows(rows: readonly Row[]): readonly (readonly string[])[] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(makeId(row.mutant), [...(groups.get(makeId(row.mutant)) ?? []), row]);
  return [...groups.values()].flatMap((group) => {
    const [all] = group;
    if (all === undefined || formatSight(all) === undefined) return [];
    const cells = ([undefined, 'listPets', 'createPet', 'getPet'] as const).map((only) => {
      const row = group.find((each) => each.only === only);
      if (row === undefined) return findCase(all) === undefined ? '' : '-';
      return formatSight(row) ?? (reasonFor(row) === undefined ? 'open' : 'right');
    });
    return [[...codeCells(all), ...cells]];
  });
}

/** Names the operations with the change, in the words of the page. */
export function nameScope({ only }: Pick<Row, 'only'>): string {
  return only === undefined ? 'all' : shortNames[only];
}

function codeCells({ mutant }: Row): readonly string[] {
  const { file, place, original, replacement } = mutant;
  const change = replacement === '' ? 'left out' : code(replacement);
  return [makeId(mutant), `${file.replace('.ts', '')}: ${place}`, code(original), change];
}

function code(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  const short = line.length > 70 ? `${line.slice(0, 69)}…` : line;
  return `\`\` ${short.replaceAll('|', '\\|')} \`\``;
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return 'None.';
  return [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Reads from a page which case detected each mutant: the cells by the id of the mutant and by scope. `right` means that none has to. */
export function readSights(page: string): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const [head = '', seen = ''] = page.split('\n## Seen\n');
  const [, right = ''] = head.split('\n## Right\n');
  const sights = new Map<string, Map<string, string>>();
  const note = (id: string, only: string, cell: string) => {
    sights.set(id, (sights.get(id) ?? new Map<string, string>()).set(only, cell));
  };
  for (const [id, , , , only] of readRows(right)) note(id ?? '', only ?? '', 'right');
  for (const [id, , , , ...cells] of readRows(seen)) {
    for (const [index, only] of ['all', ...Object.values(shortNames)].entries())
      note(id ?? '', only, cells[index] ?? '');
  }
  return sights;
}

function readRows(text: string): readonly (readonly string[])[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.slice(2, -2).split(/(?<!\\) \| /));
}
