import { combine, inContext, observe, type Observation } from '../observation.ts';

/** Makes the observations of a case. */
export interface Observer {
  /**
   * Makes an observation of each subject, one after the other. Each begins with what the client was asked and answered last. After a
   * mismatch, the other subjects follow, so that a report has all findings. It stops if the run or the adapter failed, and if the
   * client was stuck: a client that hangs may hang again.
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
  /** Whether the client hung, crashed or ran into its timeout. */
  isStuck: boolean;
}

/**
 * Makes an observer.
 *
 * @param getLastCall returns the last call; `undefined` before the first one
 * @param onMismatch is called when a mismatch has just been observed
 */
export function createObserver(getLastCall: () => LastCall | undefined, onMismatch: () => void): Observer {
  const observer: Observer = {
    async observeEach(subjects, make) {
      const observations: Observation[] = [];
      for (const [index, subject] of subjects.entries()) {
        const observation = await observe(() => make(subject, index));
        const lastCall = getLastCall();
        observations.push(lastCall === undefined ? observation : inContext(lastCall.describe(), observation));
        if (observation.kind === 'harness_error') break;
        if (observation.kind !== 'mismatch') continue;
        onMismatch();
        if (lastCall?.isStuck === true) break;
      }
      return combine(observations);
    },
    observeInTurn: (...parts) => observer.observeEach(parts, (part) => part()),
  };
  return observer;
}
