import type { OperationName } from '@petstore/http';
import type { CaseSession } from '../harness/harness.ts';
import { mismatch, pass, type Observation } from '../observation.ts';
import { rules } from './rules.ts';

/** Counts how often a client sent an operation. A client may send each request without its key first, to be asked for the key. */
export function countSent(session: CaseSession, operation: OperationName): number {
  const requests = session.requests(operation);
  const withKey = requests.filter((request) => rules.key.appliesTo(request)).length;
  return Math.max(withKey, requests.length - withKey);
}

/** Judges whether a client sent an operation once for each call. */
export function judgeSentOnce(session: CaseSession, operation: OperationName): Observation {
  const repeated = countSent(session, operation) - session.countCalls(operation);
  return repeated > 0 ? mismatch(`It sent the request ${repeated + 1} times.`) : pass('It sent the request once.');
}
