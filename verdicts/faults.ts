// Puts the faults of the folder `faults`, or those that are named, into copies of real clients, judges each client before and after,
// and renders faults.md. With --only, it judges some cases and keeps what was seen before. With --page, it judges nothing.
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { stdout } from 'node:process';
import { parseArgs, promisify } from 'node:util';
import { describeCase } from './cases-page.ts';
import type { Client } from './client.ts';
import { clients } from './clients.ts';
import { writeFormatted } from './format.ts';
import { folderOf, judgeClient, NotJudged } from './judge.ts';
import type { CaseVerdict, ClientVerdict } from './verdict.ts';

/** A fault that is put into a client: a diff, with these fields as lines before it. */
interface Fault {
  readonly name: string;
  readonly title: string;
  readonly client: Client;
  /** The public report of a fault of this kind. */
  readonly report: string;
  /** Why no case sees it. */
  readonly unseen?: string;
}

/** The cases whose verdicts are worse with a fault, and how bad they are. */
type Seen = Readonly<Record<string, string>>;

/** How the library of a client gets into the copy of its folder, by language; where it is there; and what loads it. */
const libraries: Readonly<Record<string, { copy?: string; folder: string; load?: string }>> = {
  JavaScript: { folder: 'node_modules' },
  Python: { folder: '.venv/lib/python3*/site-packages' },
  Go: {
    copy: [
      'cp -R "$(go list -m -f "{{.Dir}}" github.com/go-resty/resty/v2)" library',
      'chmod -R u+w library',
      'go mod edit -replace github.com/go-resty/resty/v2=./library -print > go.mod.new',
      'mv go.mod.new go.mod',
    ].join(' && '),
    folder: 'library',
  },
  Ruby: { copy: `cp -R "$(ruby -e 'print RbConfig::CONFIG["rubylibdir"]')/net" .`, folder: '.', load: 'RUBYLIB=.' },
  Perl: { copy: `mkdir HTTP && cp "$(perl -MHTTP::Tiny -e 'print $INC{"HTTP/Tiny.pm"}')" HTTP`, folder: '.' },
};

/** The verdicts that say that something is wrong, from the least. */
const levels: Readonly<Partial<Record<CaseVerdict['verdict'], string>>> = {
  note: 'note',
  warn: 'SHOULD',
  fail: 'MUST',
};
const rank = ({ verdict }: CaseVerdict) => Object.keys(levels).indexOf(verdict);

const folder = join(import.meta.dirname, 'faults');
const resultsFile = join(import.meta.dirname, 'faults.json');
const page = join(import.meta.dirname, 'faults.md');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { page: { type: 'boolean' }, only: { type: 'string' } },
});
const names = readdirSync(folder).map((file) => file.replace(/\.diff$/, ''));
const results = JSON.parse(readFileSync(resultsFile, 'utf8')) as Record<string, Seen>;
const before = new Map<Client, Promise<ClientVerdict>>();
const chosen = positionals.length > 0 ? positionals : names;
for (const name of values.page ? [] : chosen) {
  const fault = readFault(name);
  try {
    const seen = await judgeFault(fault);
    stdout.write(`${name} in ${fault.client.id}: ${JSON.stringify(seen)}\n`);
    results[name] = seen;
    await writeResults();
  } catch (error) {
    if (!(error instanceof NotJudged)) throw error;
    stdout.write(`${name} in ${fault.client.id} was not judged. ${error.message}\n`);
    process.exitCode = 1;
  }
}
await writeResults();

function readFault(name: string): Fault {
  const text = readFileSync(join(folder, `${name}.diff`), 'utf8');
  const field = (key: string) => new RegExp(`^${key}: (.+)$`, 'm').exec(text)?.[1];
  const client = clients.find(({ id }) => id === field('client'));
  const [title, report, unseen] = [field('title'), field('report'), field('unseen')];
  if (client === undefined || title === undefined || report === undefined)
    throw new Error(`${name}.diff does not have the lines title, client and report.`);
  return { name, client, title, report, ...(unseen !== undefined && { unseen }) };
}

async function judgeFault({ name, client }: Fault): Promise<Seen> {
  const sound = before.get(client) ?? judgeClient(client, values.only);
  before.set(client, sound);
  const { cases } = await sound;
  // The adapters find the examples from there, and no tool of this repository looks into it.
  const copy = { ...client.language, folder: `node_modules/.faults/${name}`, install: [] };
  const { copy: copyLibrary = 'true', folder: library, load = '' } = libraries[client.language.name] ?? { folder: '.' };
  const commands = [
    `mkdir -p '${join(folderOf(copy), '..')}'`,
    `cp -al '${folderOf(client.language)}' '${folderOf(copy)}'`,
    `cd '${folderOf(copy)}' && rm -rf build`,
    copyLibrary,
    `cd "$(echo ${library})"`,
    `git apply '${join(folder, name)}.diff'`,
  ];
  try {
    await promisify(execFile)('sh', ['-c', commands.join(' && ')]);
    const { newest: _, ...row } = client;
    const faulty = await judgeClient({ ...row, language: copy, command: `${load} ${client.command}` }, values.only);
    const numbers = faulty.cases.map((each) => `${each.case}`);
    const kept = Object.entries(results[name] ?? {}).filter(([number]) => !numbers.includes(number));
    const worse = faulty.cases.filter((one, index) => rank(one) > rank(cases[index] ?? one));
    return Object.fromEntries([...kept, ...worse.map((each) => [each.case, levels[each.verdict]])]) as Seen;
  } finally {
    await rm(folderOf(copy), { recursive: true, force: true });
  }
}

async function writeResults(): Promise<void> {
  const judged = names.flatMap((name) => (results[name] === undefined ? [] : [[name, results[name]] as const]));
  await writeFormatted(resultsFile, JSON.stringify(Object.fromEntries(judged)));
  await writeFormatted(page, describeFaults(judged.map(([name, seen]) => [readFault(name), seen])));
}

function describeFaults(judged: readonly (readonly [Fault, Seen])[]): string {
  const seen = judged.filter(([, cases]) => Object.keys(cases).length > 0);
  const unseen = judged.filter((each) => !seen.includes(each));
  const count = (of: (client: Client) => string) => new Set(judged.map(([{ client }]) => of(client))).size;
  return [
    '# Faults in real clients',
    `${judged.length} faults were put into ${count(({ id }) => id)} [clients](page.md) in ${count(({ language }) => language.name)} languages, one at a time. Each is of the kind of a public report, about this client or another one. The client was judged before and after. A [case](../docs/conformance-cases.md) sees a fault if its verdict is worse after: ${seen.length} of them are seen. \`npm run faults\` does it again.`,
    '## Seen',
    describeTable('Seen by', seen, (_, cases) => describeSeen(cases)),
    '## Not seen',
    describeTable('Why', unseen, ({ unseen: why = 'Nobody knows.' }) => why),
  ].join('\n\n');
}

function describeSeen(cases: Seen): string {
  return Object.entries(cases)
    .map(([number, level]) => `[${number}](${describeCase(Number(number)).link}) (${level})`)
    .join(', ');
}

function describeTable(
  heading: string,
  judged: readonly (readonly [Fault, Seen])[],
  describeLast: (fault: Fault, seen: Seen) => string,
): string {
  const rows = judged.map(([fault, seen]) => {
    const { name, title, client, report } = fault;
    const reportName = report.replace(/^https:\/\/github\.com\/(.+)\/(?:issues|pull)\//, '$1#');
    return `| [${title}](faults/${name}.diff) | ${client.name} | [${reportName}](${report}) | ${describeLast(fault, seen)} |`;
  });
  return [`| Fault | Client | Report of this kind | ${heading} |`, '| - | - | - | - |', ...rows].join('\n');
}
