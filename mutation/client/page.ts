// The page of the mutants: what each is, and which case sees it.
import { fingerprint } from './fingerprint.ts';
import { reasonFor } from './reasons.ts';
import { caseOf, keyOf, notExercised, type Row } from './row.ts';

const shortNames = { listPets: 'list', createPet: 'create', getPet: 'get' } as const;

/** Writes the page. */
export function pageOf(rows: readonly Row[], today: string): string {
  const survivors = rows.filter((row) => !isSeen(row));
  const open = survivors.filter((row) => reasonFor(row) === undefined);
  const mutants = new Set(rows.map(({ mutant }) => keyOf(mutant))).size;
  return `# Mutants of the right client

The proof that the [conformance run](../../docs/checking-a-client.md) judges. The right client of its tests is changed in one place
at a time: each field, header, number, branch and value, by Stryker and by [rules of our own](mutants.ts). Each changed client is judged
until a case sees it: it fails or warns there, gets a note, crashes or hangs. Then the same change is made in lists alone, in creations alone and
in gets alone, if the place is run there.

\`npm run mutation:client\` makes this page, in some 40 minutes on two CPUs. A test checks that it belongs to the present source of the client.

- Date: ${today}
- Source of the client: ${fingerprint()}
- Mutants: ${mutants}, as ${rows.length} clients
- Seen: ${rows.length - survivors.length}
- Not seen, and right: ${survivors.length - open.length}
- Not seen, and open: ${open.length}

## Open

${table(
  ['Place', 'Code', 'Change', 'In'],
  open.map((row) => [...codeOf(row), inOf(row)]),
)}

## Right

${table(
  ['Place', 'Code', 'Change', 'In', 'Why it is right'],
  survivors
    .filter((row) => reasonFor(row) !== undefined)
    .map((row) => [...codeOf(row), inOf(row), reasonFor(row) ?? '']),
)}

## Seen

The columns have the first case that saw the client; \`-\` if the place is not run there. Crashes and hangs count for the case in which they occur. With a
star, no case deviated, but the client did not exercise that MUST, so that the exit code is 1.

${table(['Place', 'Code', 'Change', 'All', 'List', 'Create', 'Get'], seenRows(rows))}
`;
}

function seenRows(rows: readonly Row[]): readonly (readonly string[])[] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(keyOf(row.mutant), [...(groups.get(keyOf(row.mutant)) ?? []), row]);
  return [...groups.values()].flatMap((group) => {
    const [all] = group;
    if (all === undefined || !isSeen(all)) return [];
    const cells = ([undefined, 'listPets', 'createPet', 'getPet'] as const).map((only) => {
      const row = group.find((each) => each.only === only);
      if (row === undefined) return '-';
      if (isSeen(row)) return String(caseOf(row) ?? `${notExercised(row) ?? 0}*`);
      return reasonFor(row) === undefined ? 'open' : 'right';
    });
    return [[...codeOf(all), ...cells]];
  });
}

/** Whether the run ends with an exit code that is not 0 for a client. */
function isSeen(row: Row): boolean {
  return (caseOf(row) ?? notExercised(row)) !== undefined;
}

function inOf({ only }: Row): string {
  return only === undefined ? 'all' : shortNames[only];
}

function codeOf({ mutant: { file, place, original, replacement } }: Row): readonly string[] {
  return [`${file.replace('.ts', '')}: ${place}`, code(original), replacement === '' ? 'left out' : code(replacement)];
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
