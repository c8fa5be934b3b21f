import type { Pet } from '@petstore/core';
import { needsReusedConnection, type ScriptStep, type Session } from '@petstore/testing';

/** One of the two servers of a run: two origins, because the ports differ. */
export type ServerName = 'main' | 'other';

/** How to set up the store of a session. */
export interface SessionStoreOptions {
  /** The pets of the store; none by default. */
  readonly pets?: readonly Pet[];
  /** The script of the store. A request that takes no step is answered as a pet store does. */
  readonly steps?: readonly ScriptStep[];
  /** A path before `/v1`, such as `/deep/er`. */
  readonly prefix?: string;
}

/** The path above the sessions. */
export const sessionsPath = '/s';

/** Matches the path of a session in a target, or in bytes from a client. */
const sessionPathPattern = /\/s\/\d+(?=\/)/g;

/** Whether a target is below the path of a session, open or not. */
export function isOfSession(target: string): boolean {
  return target.search(sessionPathPattern) === 0;
}

/** Returns the path of the session that is named last in bytes from a client, such as `/s/7`; `undefined` without one. */
export function findLastSessionPath(bytes: Buffer): string | undefined {
  return bytes.toString('latin1').match(sessionPathPattern)?.at(-1);
}

/** Whether requests came for the script of a session and none took a step: the run did not answer as the script says. */
export function hasMissedScript({ testStore }: Session, steps: readonly ScriptStep[]): boolean {
  const requests = testStore.controls.requests();
  const isAsked = steps.some(
    ({ operation, fault }) =>
      // A client that opens new connections never meets a fault of reused ones.
      !needsReusedConnection(fault) && requests.some((request) => request.operation === operation),
  );
  return isAsked && testStore.stepsTaken() === 0;
}
