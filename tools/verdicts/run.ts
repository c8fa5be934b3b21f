// Judges the clients of `clients.ts`, or those that are named.
import { writeFile } from 'node:fs/promises';
import { argv, stdout } from 'node:process';
import * as prettier from 'prettier';
import { clients } from './clients.ts';
import { judgeClient, NotJudged } from './judge.ts';
import { fileOf } from './verdict.ts';

const names = argv.slice(2);
const unknown = names.filter((name) => !clients.some(({ id }) => id === name));
if (unknown.length > 0) {
  throw new Error(`No client is named ${unknown.join(', ')}. There are ${clients.map(({ id }) => id).join(', ')}.`);
}

const skipped: string[] = [];
const refused: string[] = [];
const chosen = clients.filter(({ id }) => names.length === 0 || names.includes(id));
for (const client of chosen) {
  const start = Date.now();
  try {
    const verdict = await judgeClient(client);
    await writeFile(
      fileOf(client),
      await prettier.format(JSON.stringify(verdict), { parser: 'json', printWidth: 120 }),
    );
    const failed = verdict.cases.flatMap(({ case: number, verdict: each }) =>
      each === 'fail' || each === 'warn' || each === 'not_exercised' ? [`${number} ${each}`] : [],
    );
    stdout.write(
      `${client.id} ${verdict.version} (${Math.round((Date.now() - start) / 1000)} s): ${failed.join(', ')}\n`,
    );
  } catch (error) {
    if (!(error instanceof NotJudged)) throw error;
    stdout.write(`${client.id} was not judged. ${error.message}\n`);
    (error.isSkipped ? skipped : refused).push(client.id);
  }
}

if (skipped.length > 0) stdout.write(`Skipped: ${skipped.join(', ')}\n`);
if (refused.length > 0) {
  stdout.write(`Refused: ${refused.join(', ')}\n`);
  process.exitCode = 1;
}
