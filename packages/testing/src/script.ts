import type { OperationName } from '@petstore/http';
import { needsReusedConnection } from './faults.ts';
import type { RawResponse } from './raw-response.ts';
import type { CheckedStep } from './script-step.ts';

/** A step that may also send a response that is written byte for byte, which only the conformance run needs. */
export interface PlayedStep extends CheckedStep {
  readonly raw?: RawResponse | undefined;
}

/** A script that is being played. */
export interface Script {
  /**
   * Takes the first step that fits a request and is not used up, if there is one.
   *
   * @param isReused whether the connection of the request had one before
   */
  next(operation: OperationName, isReused: boolean): PlayedStep | undefined;
  /** Returns how many requests took a step. */
  taken(): number;
}

/** Starts to play a script. */
export function createScript(steps: readonly PlayedStep[]): Script {
  const parts = steps.map((step) => ({ step, left: step.times, random: createRandom(step.seed ?? 0) }));
  let taken = 0;
  return {
    taken: () => taken,
    next(operation, isReused) {
      for (const part of parts) {
        const { step, random } = part;
        if (part.left === 0) continue;
        if (step.operation !== undefined && step.operation !== operation) continue;
        if (needsReusedConnection(step.fault) && !isReused) continue;
        part.left -= 1;
        taken += 1;
        if (step.probability === undefined || random() < step.probability) return step;
      }
      return undefined;
    },
  };
}

/** Makes a source of random numbers from 0 to 1 that depend on the seed alone (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
