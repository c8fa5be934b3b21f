import type { Pet, PetStore } from '@petstore/core';
import { createHandler } from '@petstore/http';
import type { NodeHandler } from '@petstore/http-node';
import {
  createNodeHandler,
  createTestStore,
  needsReusedConnection,
  type RecordedRequest,
  type ScriptStep,
} from '@petstore/testing';
import type { ProtocolOperation } from './protocol.ts';

/** A step of a script. */
export type Step = ScriptStep;

/** One of the two servers of a run. They are two origins: they differ in their port. */
export type ServerName = 'main' | 'other';

/** How to set up the store of a session. */
export interface SessionStoreOptions {
  /** The pets of the store; none by default. */
  readonly pets?: readonly Pet[];
  /** How it answers. A request that takes no step is answered as a pet store does. */
  readonly steps?: readonly Step[];
  /** A path before `/v1`, such as `/deep/er`. */
  readonly prefix?: string;
}

/** The pet store of a session, and what it saw of the client. */
export interface SessionStore {
  /** The path of the base address, without `/v1`. */
  readonly basePath: string;
  readonly handler: NodeHandler;
  readonly store: PetStore;
  /** Returns the requests that arrived, the oldest first: all, or those of one operation. */
  readonly requests: (operation?: ProtocolOperation) => readonly RecordedRequest[];
  /** Whether the client sent a request of HTTP/1.0. */
  isHttp10(): boolean;
  /** Whether requests came for the script and none of them took a step: the run did not answer as it meant to. */
  hasMissed(): boolean;
  stop(): void;
}

/** Returns the path of a session by its number. */
export function sessionPath(number: number): string {
  return `/s/${number}`;
}

/** Returns the path of the session that a path or a target belongs to, such as `/s/7`; `undefined` without one. */
export function findSessionPath(path: string): string | undefined {
  return /^\/s\/\d+(?=\/)/.exec(path)?.[0];
}

/** Returns the path of the session that is named last in bytes from a client; `undefined` without one. */
export function findLastSessionPath(bytes: Buffer): string | undefined {
  return bytes
    .toString('latin1')
    .match(/\/s\/\d+(?=\/)/g)
    ?.at(-1);
}

/**
 * Makes the store of a session.
 *
 * @param isAskedForHead says whether the client is being asked for a HEAD at the moment
 */
export function createSessionStore(
  path: string,
  { pets = [], steps = [], prefix = '' }: SessionStoreOptions,
  apiKey: string,
  isAskedForHead: () => boolean,
): SessionStore {
  const basePath = `${path}${prefix}`;
  const shared = { apiKeys: [apiKey], basePath, cors: false };
  const testStore = createTestStore({ ...shared, pets, script: steps });
  const { store } = testStore.controls;
  const scripted = createNodeHandler(testStore);
  const plain = createHandler({ ...shared, store });
  let isHttp10 = false;
  return {
    basePath,
    store,
    handler: {
      respondWithError: (...args) => scripted.respondWithError(...args),
      handle(request, response) {
        isHttp10 ||= response.req.httpVersion === '1.0';
        // A client may send OPTIONS or HEAD before what it was asked for. That is not judged, so it must not take a step.
        const isBeforehand = request.method === 'OPTIONS' || (request.method === 'HEAD' && !isAskedForHead());
        return isBeforehand ? plain.handle(request) : scripted.handle(request, response);
      },
    },
    requests: (operation) =>
      testStore.controls.requests().filter((request) => operation === undefined || request.operation === operation),
    isHttp10: () => isHttp10,
    hasMissed() {
      const requests = testStore.controls.requests();
      const isMet = steps.some(
        ({ operation, fault }) =>
          // A client that opens new connections never meets a fault of reused ones.
          !needsReusedConnection(fault) && requests.some((request) => request.operation === operation),
      );
      return isMet && testStore.stepsTaken() === 0;
    },
    stop() {
      testStore.stop();
    },
  };
}
