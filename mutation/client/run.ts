// Looks at every mutant of the right client, and writes the page of them: `npm run mutation:client`.
//
// `npm run mutation:client converse` looks only at the mutants of places whose names have this text, and prints what no case sees.
import { appendFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { argv, env, exit, stderr, stdout } from 'node:process';
import { cases } from '../../packages/conformance/src/cases/cases.ts';
import { bundleClient, bundleJudge, forEach, judge } from './judge.ts';
import { findMutants, type Mutant } from './mutants.ts';
import { pageOf } from './page.ts';
import { caseOf, notExercised, operations, type Row } from './row.ts';
import { reasonFor } from './reasons.ts';

/** The cases that see most, and those that take long, or look at what the others left. */
const first = [48, 4, 9, 46, 38, 11, 24, 25];
const last = [52, 58, 41, 34, 33, 39, 45, 30];
const others = cases.map((each) => each.case).filter((number) => ![...first, ...last].includes(number));
const order = [...first, ...others, ...last];

const [, , part] = argv;
const program = await bundleJudge();
const mutants = (await findMutants()).filter(({ file, place }) => `${file} ${place}`.includes(part ?? ''));
const rows: Row[][] = mutants.map(() => []);
const atATime = Number(env.CONCURRENCY ?? 12 * availableParallelism());
let done = 0;

/** Looks at a mutant, and then at what it is in each operation alone. */
async function look(mutant: Mutant): Promise<Row[]> {
  const { text: _, ...shown } = mutant;
  const code = await bundleClient(mutant);
  const whole: Row = { mutant: shown, ...(await judge(program, { code, order })) };
  const number = caseOf(whole);
  if (number === undefined) return [whole];
  const sooner = [number, ...order.filter((each) => each !== number)];
  const parts: Row[] = [];
  for (const only of operations) {
    const found = { mutant: shown, only, ...(await judge(program, { code, order: sooner, only })) };
    if (found.isReached || caseOf(found) !== undefined) parts.push(found);
  }
  return [whole, ...parts];
}

await forEach(mutants, atATime, async (mutant, index) => {
  rows[index] = await look(mutant);
  done += 1;
  if (done % 50 === 0) stderr.write(`${done} of ${mutants.length}\n`);
  if (env.LOG) appendFileSync(env.LOG, rows[index].map((row) => `${JSON.stringify(row)}\n`).join(''));
});

const all = rows.flat();
if (part === undefined) {
  await writeFile(new URL('mutants.md', import.meta.url), pageOf(all, new Date().toISOString().slice(0, 10)));
}
for (const row of all.filter(
  (each) => (caseOf(each) ?? notExercised(each)) === undefined && reasonFor(each) === undefined,
)) {
  const { only = 'all', mutant, seen } = row;
  stdout.write(`${mutant.place} (${only}): ${mutant.original} -> ${mutant.replacement} ${JSON.stringify(seen)}\n`);
}
exit();
