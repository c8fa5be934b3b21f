// Looks at the mutants of the right client, and writes the page of them: `npm run mutation:client`.
//
// `npm run mutation:client all` looks at each again. Without it, the page is believed, and only the open mutants and new ones are
// looked at.
// `npm run mutation:client readPet` looks only at the mutants of places whose names have this text, and writes no page.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { argv, env, exit, stderr, stdout } from 'node:process';
import { cases } from '../../packages/conformance/src/cases/cases.ts';
import { bundleClient, bundleJudge, forEach, judge } from './judge.ts';
import { findMutants, type Mutant } from './mutants.ts';
import { inOf, pageOf, sightsOf } from './page.ts';
import { caseOf, idOf, operations, sightOf, type Row } from './row.ts';
import { findReach } from './reach.ts';
import { reasonFor } from './reasons.ts';

/** The cases that see most, and those that take long, or look at what the others left. */
const first = [48, 4, 9, 46, 38, 11, 24, 25];
const last = [52, 58, 41, 34, 33, 39, 45, 30];
const others = cases.map((each) => each.case).filter((number) => ![...first, ...last].includes(number));
const usualOrder = [...first, ...others, ...last];

/** The case that looks at what the client showed in those before it. */
const showsKey = 30;

const path = new URL('mutants.md', import.meta.url);
const [, , part = ''] = argv;
const isWhole = part === '' || part === 'all';
const sights = part !== 'all' && existsSync(path) ? sightsOf(readFileSync(path, 'utf8')) : new Map<string, never>();
const atATime = Number(env.CONCURRENCY ?? 12 * availableParallelism());

const program = await bundleJudge();
const mutants = (await findMutants()).filter(({ file, place }) => isWhole || `${file} ${place}`.includes(part));
const reachOf = await findReach(program, mutants, usualOrder, atATime);

/** Looks at a mutant, and then at what it is in each operation alone. */
async function look(mutant: Mutant): Promise<readonly Row[]> {
  const reach = reachOf(mutant);
  if (mutant.isTyped && reach.size === 0) return []; // no value of the type comes there
  const cells = sights.get(idOf(mutant));
  const text = mutant.source.slice(0, mutant.start) + mutant.switched + mutant.source.slice(mutant.end);
  let code: string | undefined;
  const lookAt = async (only: Row['only'], order: readonly number[]): Promise<Row> => {
    const cell = cells?.get(inOf({ only })) ?? '';
    if (/^\d+$/.test(cell)) return { mutant, only, seen: [{ case: Number(cell), verdict: 'fail', seen: '' }] };
    const unseen: Row = { mutant, only, seen: [] };
    if (cell === 'right' && reasonFor(unseen) !== undefined) return unseen;
    code ??= await bundleClient({ file: mutant.file, text });
    const { seen } = await judge(program, { code, order, only });
    return { mutant, only, seen };
  };
  const isTried = (number: number) => reach.has(number) || reach.has(0) || number === showsKey;
  const whole = await lookAt(undefined, usualOrder.filter(isTried));
  const number = caseOf(whole);
  if (number === undefined) return [whole];
  const parts = operations.flatMap((only) => {
    const some = usualOrder.filter((each) => reach.get(each)?.has(only) === true);
    const rest = some.filter((each) => each !== number && each !== showsKey);
    return some.length === 0 ? [] : [lookAt(only, [number, ...rest, showsKey])];
  });
  return [whole, ...(await Promise.all(parts))];
}

const found: (readonly Row[])[] = mutants.map(() => []);
let done = 0;

await forEach(mutants, atATime, async (mutant, index) => {
  const rows = await look(mutant);
  found[index] = rows;
  for (const row of rows.filter((each) => sightOf(each) === undefined && reasonFor(each) === undefined)) {
    const verdicts = row.seen.map((each) => `${each.case} ${each.verdict}`).join(', ');
    const { file, place, original, replacement } = mutant;
    stdout.write(`${idOf(mutant)} ${row.only ?? 'all'} ${file} ${place}: ${original} -> ${replacement} ${verdicts}\n`);
  }
  done += 1;
  if (done % 50 === 0) stderr.write(`${done} of ${mutants.length}\n`);
});
if (isWhole) writeFileSync(path, pageOf(found.flat(), new Date().toISOString().slice(0, 10)));
exit();
