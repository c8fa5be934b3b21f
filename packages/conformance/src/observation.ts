/** What a case saw, in words. */
export interface Observation {
  /**
   * `pass`; `mismatch` if the client did not do what was expected; or why there is nothing to judge. `harness_error`: the run or
   * the adapter did not do its part.
   */
  readonly kind: 'pass' | 'mismatch' | 'not_exercised' | 'not_supported' | 'harness_error';
  /** What was seen: a sentence. */
  readonly seen: string;
  /** The further mismatches, a sentence each. */
  readonly also?: readonly string[];
  /** Whether the sentences begin with what the client was asked and answered. */
  readonly hasContext?: true;
}

/** Thrown to end an observation early: the client could not be called, or did not do what it was asked. */
export class EarlyObservation extends Error {
  constructor(readonly observation: Observation) {
    super(observation.seen);
  }
}

export function pass(seen: string): Observation {
  return { kind: 'pass', seen };
}

export function mismatch(seen: string): Observation {
  return { kind: 'mismatch', seen };
}

export function notExercised(seen: string): Observation {
  return { kind: 'not_exercised', seen };
}

export function notSupported(seen: string): Observation {
  return { kind: 'not_supported', seen };
}

export function harnessError(seen: string): Observation {
  return { kind: 'harness_error', seen };
}

/** Makes an observation, and catches an {@link EarlyObservation}. */
export async function observe(make: () => Promise<Observation>): Promise<Observation> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof EarlyObservation) return error.observation;
    throw error;
  }
}

/**
 * Puts what the client was asked and answered before the sentences, if they do not begin with it yet. Not before those that do not
 * judge the client.
 */
export function inContext(context: string, observation: Observation): Observation {
  const { kind, hasContext = false } = observation;
  return hasContext || kind === 'harness_error' || kind === 'not_supported' ? observation : begin(context, observation);
}

/** Puts a context before the sentences, also before the context that they have. */
export function begin(context: string, { kind, seen, also = [] }: Observation): Observation {
  const add = (sentence: string) => `${context}: ${sentence}`;
  return { kind, seen: add(seen), also: also.map(add), hasContext: true };
}

/** The first of these kinds that occurs decides. `not_supported` is the last: it needs that every observation is `not_supported`. */
const precedence = ['harness_error', 'mismatch', 'not_exercised', 'pass', 'not_supported'] as const;

/** How many further mismatches are kept. */
const maxAlso = 9;

/** Returns the observation that decides, with the other mismatches. */
export function combine(observations: readonly Observation[]): Observation {
  for (const kind of precedence) {
    const same = observations.filter((each) => each.kind === kind);
    const [first] = same;
    if (first === undefined) continue;
    if (kind !== 'mismatch') return first;
    const [, ...also] = new Set(same.flatMap(({ seen, also = [] }) => [seen, ...also]));
    return { ...first, also: also.slice(0, maxAlso) };
  }
  return notExercised('Nothing was asked of the client.');
}
