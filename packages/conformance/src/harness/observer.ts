import { combine, inContext, observe, type Observation } from '../observation.ts';

/** Makes the observations of a case. */
export interface Observer {
  /**
   * Makes an observation of each subject, one after the other, with what the client was asked and answered last. Stops after a mismatch
   * or a harness error: the first finding of a case is the finding.
   */
  observeEach<T>(
    subjects: readonly T[],
    make: (subject: T, index: number) => Promise<Observation>,
  ): Promise<Observation>;
  /** Makes observations, one after the other, as `observeEach` does. */
  observeInTurn(...parts: readonly (() => Promise<Observation>)[]): Promise<Observation>;
}

/** The last call of the client. */
export interface LastCall {
  /** Describes the call. */
  readonly asked: string;
  /** Describes the call and the response. */
  describe(): string;
}

/**
 * Makes an observer.
 *
 * @param getLastCall returns the last call; `undefined` before the first one
 */
export function createObserver(getLastCall: () => LastCall | undefined): Observer {
  const observer: Observer = {
    async observeEach(subjects, make) {
      const observations: Observation[] = [];
      for (const [index, subject] of subjects.entries()) {
        const observation = await observe(() => make(subject, index));
        const lastCall = getLastCall();
        observations.push(lastCall === undefined ? observation : inContext(lastCall.describe(), observation));
        if (observation.kind === 'harness_error' || observation.kind === 'mismatch') break;
      }
      return combine(observations);
    },
    observeInTurn: (...parts) => observer.observeEach(parts, (part) => part()),
  };
  return observer;
}
