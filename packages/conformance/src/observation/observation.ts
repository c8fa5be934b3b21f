/** What a case saw, in words. */
export interface Observation {
  /**
   * `pass`; `mismatch` if the client did not do what was expected; or why there is nothing to judge. `harness_error`: the run or
   * the adapter did not do its part.
   */
  readonly kind: 'pass' | 'mismatch' | 'not_exercised' | 'not_supported' | 'harness_error';
  readonly seen: string;
  /** What the client was asked and answered. A report begins the sentence with it. */
  readonly context?: string;
}

/** Thrown to end an observation early: the client could not be called, or did not do what it was asked. */
export class EarlyObservation extends Error {
  constructor(readonly observation: Observation) {
    super(observation.seen);
  }
}

function observationOf(kind: Observation['kind']): (seen: string) => Observation {
  return (seen) => ({ kind, seen });
}

export const pass = observationOf('pass');
export const mismatch = observationOf('mismatch');
export const notExercised = observationOf('not_exercised');
export const notSupported = observationOf('not_supported');
export const harnessError = observationOf('harness_error');

/** Makes an observation, and catches an {@link EarlyObservation}. */
export async function observe(make: () => Promise<Observation>): Promise<Observation> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof EarlyObservation) return error.observation;
    throw error;
  }
}

/** Adds a context to an observation that has none. A harness error stays as it is, and so does `not_supported`. */
export function inContext(context: string, observation: Observation): Observation {
  const isAboutClient = observation.kind !== 'harness_error' && observation.kind !== 'not_supported';
  return isAboutClient && observation.context === undefined ? { ...observation, context } : observation;
}

/** Puts a context before the one that an observation has. */
export function inOuterContext(context: string, observation: Observation): Observation {
  return { ...observation, context: [context, observation.context].filter(Boolean).join(': ') };
}

/** Worst first. `not_supported` only if all are. */
const precedence = ['harness_error', 'mismatch', 'not_exercised', 'pass', 'not_supported'] as const;

/** Returns the first of the worst observations. */
export function combine(observations: readonly Observation[]): Observation {
  for (const kind of precedence) {
    const first = observations.find((each) => each.kind === kind);
    if (first !== undefined) return first;
  }
  return notExercised('Nothing was asked of the client.');
}
