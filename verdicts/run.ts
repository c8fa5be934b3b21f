// Judges the clients of `clients.ts`, or those that are named, and renders the page.
import { mkdir, rm } from 'node:fs/promises';
import { stdout } from 'node:process';
import { parseArgs } from 'node:util';
import type { Client } from './client.ts';
import { clients } from './clients.ts';
import { writeFormatted } from './format.ts';
import { judgeClient, NotJudged } from './judge.ts';
import { describePages, pagesFolder } from './page.ts';
import { inOrder, isFailed, readVerdict, writeVerdict, type ClientVerdict } from './verdict.ts';

const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { page: { type: 'boolean' }, only: { type: 'string' } },
});
const unknown = names.filter((name) => !clients.some(({ id }) => id === name));
if (unknown.length > 0) {
  throw new Error(`No client is named ${unknown.join(', ')}. There are ${clients.map(({ id }) => id).join(', ')}.`);
}

const skipped: string[] = [];
const refused: string[] = [];
const chosen = values.page ? [] : clients.filter(({ id }) => names.length === 0 || names.includes(id));
for (const client of chosen) await judgeAndWrite(client);
await rm(pagesFolder, { recursive: true, force: true });
await mkdir(pagesFolder);
for (const [path, text] of describePages(clients.map((client) => [client, readVerdict(client)]))) {
  await writeFormatted(path, text);
}
if (skipped.length > 0) stdout.write(`Skipped: ${skipped.join(', ')}\n`);
if (refused.length > 0) {
  stdout.write(`Refused: ${refused.join(', ')}\n`);
  process.exitCode = 1;
}

async function judgeAndWrite(client: Client): Promise<void> {
  const start = Date.now();
  try {
    const verdict = merge(client, await judgeClient(client, values.only));
    await writeVerdict(client, verdict);
    const seconds = Math.round((Date.now() - start) / 1000);
    stdout.write(`${client.id} ${verdict.version}, ${seconds} s: ${listFailed(verdict)}\n`);
  } catch (error) {
    if (!(error instanceof NotJudged)) throw error;
    stdout.write(`${client.id} was not judged. ${error.message}\n`);
    (error.isSkipped ? skipped : refused).push(client.id);
  }
}

/** Puts the cases of `--only` in the place of those that were judged before. */
function merge(client: Client, verdict: ClientVerdict): ClientVerdict {
  if (values.only === undefined) return verdict;
  const before = readVerdict(client);
  if (before?.version !== verdict.version || before.tools !== verdict.tools) {
    throw new NotJudged('It was judged in another version: judge it with all cases.');
  }
  const numbers = verdict.cases.map((each) => each.case);
  const kept = before.cases.filter((each) => !numbers.includes(each.case));
  return { ...verdict, cases: inOrder([...kept, ...verdict.cases]) };
}

function listFailed({ cases }: ClientVerdict): string {
  const failed = cases.filter(isFailed);
  return failed.map(({ case: number, verdict }) => `${number} ${verdict}`).join(', ') || 'nothing failed';
}
