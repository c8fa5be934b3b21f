/** What a case saw, in words. */
export interface Observation {
  /**
   * `pass`; `mismatch` if the client did not do what was expected; or why there is nothing to judge. `harness_error`: the run or
   * the adapter did not do its part.
   */
  readonly kind: 'pass' | 'mismatch' | 'not_exercised' | 'not_supported' | 'harness_error';
  /** What was seen: a sentence. */
  readonly seen: string;
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

/** Makes an observation of each subject, one after the other. It stops at the first that decides against the client. */
export async function observeEach<T>(
  subjects: readonly T[],
  make: (subject: T, index: number) => Promise<Observation>,
): Promise<Observation> {
  const observations: Observation[] = [];
  for (const [index, subject] of subjects.entries()) {
    const observation = await observe(() => make(subject, index));
    observations.push(observation);
    if (observation.kind === 'mismatch' || observation.kind === 'harness_error') break;
  }
  return combine(observations);
}

/** Makes observations, one after the other. It stops at the first that decides against the client, so that the log ends with it. */
export function observeInTurn(...parts: readonly (() => Promise<Observation>)[]): Promise<Observation> {
  return observeEach(parts, (part) => part());
}

/** The first of these kinds that occurs decides. `not_supported` is the last: it needs that every observation is `not_supported`. */
const precedence = ['harness_error', 'mismatch', 'not_exercised', 'pass', 'not_supported'] as const;

/** Returns the observation that decides. */
export function combine(observations: readonly Observation[]): Observation {
  for (const kind of precedence) {
    const observation = observations.find((each) => each.kind === kind);
    if (observation !== undefined) return observation;
  }
  return notExercised('Nothing was asked of the client.');
}
