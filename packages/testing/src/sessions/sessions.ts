import type { PetStore } from '@petstore/core';
import type { ConnectionHandler } from '@petstore/http-node';
import type { ServerResponse } from 'node:http';
import { createBudget, type Budget } from '../journal/budget.ts';
import { createTestStoreHandler } from '../test-store-handler.ts';
import { createTestStore, type TestStore } from '../test-store.ts';
import type { TestStoreOptions } from '../test-store-options.ts';

/** A pet store of its own for one test, at its own path of a server. */
export interface Session {
  readonly id: string;
  /** The path before its `/v1`: the path of the session, and the `basePath` of its options. */
  readonly basePath: string;
  readonly testStore: TestStore;
  readonly handler: ConnectionHandler;
  /** Counts a response as unanswered until it is sent or its client is gone. */
  addResponse(response: ServerResponse): void;
  countUnanswered(): number;
  /** When it was opened, as `2026-11-22T05:36:38.123Z`. */
  readonly openedAt: string;
  /** When it was opened or used last. */
  usedAt: string;
}

export const maxSessions = 1_000;

/** How many bytes of requests the journals of all sessions keep together. */
const maxJournalBytes = 16_777_216;

/** Makes a session with a test store of the options, the store and the budget. */
export function createSession(
  id: string,
  options: TestStoreOptions & { readonly basePath: string },
  store?: PetStore,
  journals?: Budget,
): Session {
  const testStore = createTestStore(options, store, journals);
  let unanswered = 0;
  const now = new Date().toISOString();
  return {
    id,
    basePath: options.basePath,
    testStore,
    handler: createTestStoreHandler(testStore),
    addResponse(response) {
      unanswered += 1;
      response.once('close', () => (unanswered -= 1));
    },
    countUnanswered: () => unanswered,
    openedAt: now,
    usedAt: now,
  };
}

export type OpenSessions = ReturnType<typeof createSessions>;

/**
 * Makes the sessions of a server: none are open yet. They share the budget of their journals.
 *
 * @param options `path`: the path above the sessions, such as `/_testing/sessions`; `createId`: makes the last segment of the path
 *   of a session; `cors`: the default of the option `cors` of a session
 */
export function createSessions(options: {
  readonly path: string;
  readonly createId: () => string;
  readonly cors: boolean;
}) {
  const { path: parent, createId, cors } = options;
  const idPattern = new RegExp(`^${parent}/([^/]+)`);
  const sessions = new Map<string, Session>(); // in order of their last use
  const journals = createBudget(maxJournalBytes);
  /** Closes a session, and ends its stalled requests. Returns whether there was one. */
  const close = (id: string) => {
    const { testStore } = sessions.get(id) ?? {};
    testStore?.stop();
    testStore?.controls.forgetRequests();
    return sessions.delete(id);
  };
  const find = (path: string) => sessions.get(idPattern.exec(path)?.[1] ?? '');
  return {
    /**
     * Opens a session. If there are too many, it closes the one that was unused for the longest time. One with an unanswered request
     * is in use.
     *
     * @throws TypeError if an option is wrong; the message names it
     */
    open({ basePath: prefix = '', ...options }: TestStoreOptions): Session {
      const id = createId();
      const basePath = `${parent}/${id}${prefix}`;
      const session = createSession(id, { cors, ...options, basePath }, undefined, journals);
      const idle = [...sessions.values()].filter((each) => each.countUnanswered() === 0);
      const [oldest] = [...idle, ...sessions.values()];
      if (sessions.size >= maxSessions && oldest !== undefined) close(oldest.id);
      sessions.set(id, session);
      return session;
    },
    /** Returns the session that the path of a request belongs to. */
    find,
    /** Finds the session of a path, and notes that the session was used now. */
    use(path: string): Session | undefined {
      const session = find(path);
      if (session === undefined) return undefined;
      session.usedAt = new Date().toISOString();
      sessions.delete(session.id);
      sessions.set(session.id, session);
      return session;
    },
    /** Returns all sessions. The first one was unused for the longest time. */
    list: () => [...sessions.values()],
    close,
    closeAll() {
      for (const id of sessions.keys()) close(id);
    },
  };
}
