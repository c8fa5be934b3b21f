import type { OperationName } from '@petstore/http';
import { needsReusedConnection } from './faults.ts';
import { matchesRequest, type MatchableRequest } from './request-match.ts';
import type { CheckedStep } from './script-step.ts';

export type Script = ReturnType<typeof createScript>;

/** Makes a script. A step is open until it is used up. */
export function createScript(steps: readonly CheckedStep[]) {
  const open = (all: readonly CheckedStep[]) => all.map((step) => ({ step, left: step.times }));
  let parts = open(steps);
  const findOpenParts = (operation: OperationName) =>
    parts.filter(({ step, left }) => left > 0 && (step.operation ?? operation) === operation);
  return {
    /** Whether an open step of an operation has a condition on the body. */
    needsBody: (operation: OperationName) =>
      findOpenParts(operation).some(({ step }) => step.match?.body !== undefined),
    /** Takes the first open step that fits a request; `undefined` if there is none. */
    next(operation: OperationName, isReused: boolean, request: MatchableRequest): CheckedStep | undefined {
      for (const part of findOpenParts(operation)) {
        const { step } = part;
        if (step.match !== undefined && !matchesRequest(step.match, request)) continue;
        if (needsReusedConnection(step.fault) && !isReused) continue;
        part.left -= 1;
        return step;
      }
      return undefined;
    },
    /** Begins the script anew with other steps. */
    replace(next: readonly CheckedStep[]) {
      parts = open(next);
    },
    /** Returns the open steps, each with the number of requests that it is still for. */
    pending: () => parts.filter(({ left }) => left > 0).map(({ step, left }) => ({ ...step, times: left })),
  };
}
