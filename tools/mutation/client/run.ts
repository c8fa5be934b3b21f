// Prints the mutants of the right client that no case sees.
//
// `npm run mutation:client` judges all mutants.
// `npm run mutation:client readPet` judges only the mutants of places whose names have this text.
import { availableParallelism } from 'node:os';
import { argv, env, exit, stderr, stdout } from 'node:process';
import { cases } from '../../../packages/conformance/src/cases/cases.ts';
import { bundleClient, bundleJudge, forEach, judge, type Seen } from './judge.ts';
import { findMutants, type Mutant } from './mutants.ts';
import { findReach } from './reach.ts';

const operations = ['listPets', 'createPet', 'getPet'] as const;

/** The order of the cases: first those that detect most, last those that take long or judge what the others left. */
const first = [48, 4, 9, 46, 38, 11, 24, 25];
const last = [52, 58, 41, 34, 33, 39, 45, 30];
const others = cases.map((each) => each.case).filter((number) => ![...first, ...last].includes(number));
const defaultOrder = [...first, ...others, ...last];

/** The case about what the client showed in the cases before it. */
const keyCase = 30;

const [, , part = ''] = argv;
const atATime = Number(env.CONCURRENCY ?? 12 * availableParallelism());

const program = await bundleJudge();
const mutants = (await findMutants()).filter(({ file, place }) => `${file} ${place}`.includes(part));
const getReach = await findReach(program, mutants, defaultOrder, atATime);

/** Judges a mutant, and then the same change in each operation alone. Prints those that no case sees. */
async function judgeMutant(mutant: Mutant): Promise<void> {
  const reach = getReach(mutant);
  if (mutant.isTyped && reach.size === 0) return; // no value of the type gets there
  const text = mutant.source.slice(0, mutant.start) + mutant.switched + mutant.source.slice(mutant.end);
  const code = await bundleClient({ file: mutant.file, text });
  const judgeIn = async (only: (typeof operations)[number] | undefined, order: readonly number[]) => {
    const { seen } = await judge(program, { code, order, only });
    if (!isSeen(seen)) printUnseen(mutant, only ?? 'all operations');
    return seen;
  };
  const isReached = (number: number) => reach.has(number) || reach.has(0) || number === keyCase;
  const number = findDetection(await judgeIn(undefined, defaultOrder.filter(isReached)))?.case;
  if (number === undefined) return;
  const parts = operations.flatMap((only) => {
    const some = defaultOrder.filter((each) => reach.get(each)?.has(only) === true);
    const rest = some.filter((each) => each !== number && each !== keyCase);
    return some.length === 0 ? [] : [judgeIn(only, [number, ...rest, keyCase])];
  });
  await Promise.all(parts);
}

/** Finds the first case that detected the mutant: the client got `fail`, `warn` or `note` there, or it crashed or hung. */
function findDetection(seen: readonly Seen[]): Seen | undefined {
  return seen.find(({ verdict }) => ['fail', 'warn', 'note', 'crash', 'hang'].includes(verdict));
}

/** Whether the exit code of a run shows the mutant: a case detected it, was a harness error, or was a MUST and not exercised. */
function isSeen(seen: readonly Seen[]): boolean {
  const isBlocking = ({ verdict, level }: Seen) =>
    verdict === 'harness_error' || (verdict === 'not_exercised' && level === 'must');
  return findDetection(seen) !== undefined || seen.some(isBlocking);
}

function printUnseen({ file, place, original, replacement }: Mutant, scope: string): void {
  stdout.write(`${file} ${place}, in ${scope}: ${original} -> ${replacement === '' ? 'left out' : replacement}\n`);
}

let done = 0;
await forEach(mutants, atATime, async (mutant) => {
  await judgeMutant(mutant);
  done += 1;
  if (done % 50 === 0) stderr.write(`${done} of ${mutants.length}\n`);
});
exit();
