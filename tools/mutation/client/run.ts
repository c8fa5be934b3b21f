// Judges the mutants of the right client, and writes their page.
//
// `npm run mutation:client` judges the open and the new mutants, and believes the page about the others.
// `npm run mutation:client all` judges all of them again.
// `npm run mutation:client readPet` judges only the mutants of places whose names have this text, and writes no page.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { argv, env, exit, stderr, stdout } from 'node:process';
import { cases } from '../../../packages/conformance/src/cases/cases.ts';
import { bundleClient, bundleJudge, forEach, judge } from './judge.ts';
import { findMutants, type Mutant } from './mutants.ts';
import { nameScope, writePage, readSights } from './page.ts';
import { findCase, makeId, operations, formatSight, type Row } from './row.ts';
import { findReach } from './reach.ts';
import { reasonFor } from './reasons.ts';

/** The order of the cases: first those that detect most, last those that take long or judge what the others left. */
const first = [48, 4, 9, 46, 38, 11, 24, 25];
const last = [52, 58, 41, 34, 33, 39, 45, 30];
const others = cases.map((each) => each.case).filter((number) => ![...first, ...last].includes(number));
const defaultOrder = [...first, ...others, ...last];

/** The case about what the client showed in the cases before it. */
const keyCase = 30;

const path = new URL('mutants.md', import.meta.url);
const [, , part = ''] = argv;
const isWhole = part === '' || part === 'all';
const sights = part !== 'all' && existsSync(path) ? readSights(readFileSync(path, 'utf8')) : new Map<string, never>();
const atATime = Number(env.CONCURRENCY ?? 12 * availableParallelism());

const program = await bundleJudge();
const mutants = (await findMutants()).filter(({ file, place }) => isWhole || `${file} ${place}`.includes(part));
const getReach = await findReach(program, mutants, defaultOrder, atATime);

/** Judges a mutant, and then the same change in each operation alone. */
async function judgeMutant(mutant: Mutant): Promise<readonly Row[]> {
  const reach = getReach(mutant);
  if (mutant.isTyped && reach.size === 0) return []; // no value of the type gets there
  const cells = sights.get(makeId(mutant));
  const text = mutant.source.slice(0, mutant.start) + mutant.switched + mutant.source.slice(mutant.end);
  let code: string | undefined;
  const judgeIn = async (only: Row['only'], order: readonly number[]): Promise<Row> => {
    const cell = cells?.get(nameScope({ only })) ?? '';
    if (/^\d+$/.test(cell)) return { mutant, only, seen: [{ case: Number(cell), verdict: 'fail', seen: '' }] };
    const unseen: Row = { mutant, only, seen: [] };
    if (cell === 'right' && reasonFor(unseen) !== undefined) return unseen;
    code ??= await bundleClient({ file: mutant.file, text });
    const { seen } = await judge(program, { code, order, only });
    return { mutant, only, seen };
  };
  const isReached = (number: number) => reach.has(number) || reach.has(0) || number === keyCase;
  const whole = await judgeIn(undefined, defaultOrder.filter(isReached));
  const number = findCase(whole);
  if (number === undefined) return [whole];
  const parts = operations.flatMap((only) => {
    const some = defaultOrder.filter((each) => reach.get(each)?.has(only) === true);
    const rest = some.filter((each) => each !== number && each !== keyCase);
    return some.length === 0 ? [] : [judgeIn(only, [number, ...rest, keyCase])];
  });
  return [whole, ...(await Promise.all(parts))];
}

const found: (readonly Row[])[] = mutants.map(() => []);
let done = 0;

await forEach(mutants, atATime, async (mutant, index) => {
  const rows = await judgeMutant(mutant);
  found[index] = rows;
  for (const row of rows.filter((each) => formatSight(each) === undefined && reasonFor(each) === undefined)) {
    const verdicts = row.seen.map((each) => `${each.case} ${each.verdict}`).join(', ');
    const { file, place, original, replacement } = mutant;
    stdout.write(
      `${makeId(mutant)} ${row.only ?? 'all'} ${file} ${place}: ${original} -> ${replacement} ${verdicts}\n`,
    );
  }
  done += 1;
  if (done % 50 === 0) stderr.write(`${done} of ${mutants.length}\n`);
});
if (isWhole) writeFileSync(path, writePage(found.flat(), new Date().toISOString().slice(0, 10)));
exit();
