// Finds the cases in which the right client runs the place that a mutant changes. No other case can detect the mutant.
import { bundleClient, forEach, judge } from './judge.ts';
import type { Mutant } from './mutants.ts';

/** The operations that run a place, by the number of the case. 0 is the time before the first case. */
export type Reach = ReadonlyMap<number, ReadonlySet<string>>;

/** Runs the right client with a mark at each place, and records which marks it reaches. */
export async function findReach(
  program: string,
  mutants: readonly Mutant[],
  order: readonly number[],
  atATime: number,
): Promise<(mutant: Mutant) => Reach> {
  const found = new Map<string, Map<number, Set<string>>>();
  await forEach(makeLayers(mutants), atATime, async (layer) => {
    const [first] = layer;
    if (first === undefined) return;
    let text = first.source;
    for (const [mark, { start, end, switched }] of [...layer.entries()].reverse()) {
      text = text.slice(0, start) + switched.replace('isMutated()', `isMutated(${mark})`) + text.slice(end);
    }
    const code = await bundleClient({ file: first.file, text });
    let { seen, reached } = await judge(program, { code, order, isProbe: true });
    // A busy machine can be too slow for a timeout.
    for (let tries = 1; seen.length > 0; tries++) {
      if (tries === 3)
        throw new Error(`With a mark at each place, ${first.file} is not right: ${JSON.stringify(seen)}`);
      ({ seen, reached } = await judge(program, { code, order, isProbe: true }));
    }
    for (const { mark, case: number, operation } of reached) {
      const mutant = layer[mark];
      if (mutant === undefined) continue;
      const reach = found.get(makeMark(mutant)) ?? new Map<number, Set<string>>();
      found.set(makeMark(mutant), reach.set(number, (reach.get(number) ?? new Set()).add(operation)));
    }
  });
  return (mutant) => found.get(makeMark(mutant)) ?? new Map();
}

/** Identifies what a mark stands for: a place, or the values of one type at a place. */
function makeMark({ file, start, end, isTyped, switched }: Mutant): string {
  return [file, start, end, isTyped && switched.split('isMutated()')[0]].join('\n');
}

/** Divides mutants into layers, in which no places overlap. */
function makeLayers(mutants: readonly Mutant[]): readonly (readonly Mutant[])[] {
  const places = [...new Map(mutants.map((mutant) => [makeMark(mutant), mutant])).values()];
  const layers: Mutant[][] = [];
  for (const mutant of places.sort((one, other) => one.start - other.start)) {
    const isFree = (layer: readonly Mutant[]) => {
      const last = layer.at(-1);
      return last?.file === mutant.file && last.end <= mutant.start;
    };
    const layer = layers.find(isFree);
    if (layer === undefined) layers.push([mutant]);
    else layer.push(mutant);
  }
  return layers;
}
