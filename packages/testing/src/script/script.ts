import type { OperationName } from '@petstore/http';
import { needsReusedConnection } from './faults.ts';
import { matchesRequest, type MatchableRequest } from './request-match.ts';
import type { CheckedStep } from './script-step.ts';

export interface Script {
  /** Whether an open step of an operation has a condition on the body. A step is open until it is used up. */
  needsBody(operation: OperationName): boolean;
  /** Takes the first open step that fits a request; `undefined` if there is none. */
  next(operation: OperationName, isReused: boolean, request: MatchableRequest): CheckedStep | undefined;
  /** Returns the open steps, each with the number of requests that it is still for. */
  pending(): readonly CheckedStep[];
}

export function createScript(steps: readonly CheckedStep[]): Script {
  const parts = steps.map((step) => ({ step, left: step.times }));
  const findOpenParts = (operation: OperationName) =>
    parts.filter(({ step, left }) => left > 0 && (step.operation ?? operation) === operation);
  return {
    needsBody: (operation) => findOpenParts(operation).some(({ step }) => step.match?.body !== undefined),
    next(operation, isReused, request) {
      for (const part of findOpenParts(operation)) {
        const { step } = part;
        if (step.match !== undefined && !matchesRequest(step.match, request)) continue;
        if (needsReusedConnection(step.fault) && !isReused) continue;
        part.left -= 1;
        return step;
      }
      return undefined;
    },
    pending: () => parts.filter(({ left }) => left > 0).map(({ step, left }) => ({ ...step, times: left })),
  };
}
