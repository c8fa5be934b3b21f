import type { PetStore } from '@petstore/core';
import type { ConnectionHandler } from '@petstore/http-node';
import { createTestStoreHandler } from '../test-store-handler.ts';
import { createTestStore, type TestStore } from '../test-store.ts';
import type { TestStoreOptions } from '../test-store-options.ts';

/** A pet store of its own for one test, at its own path of a server. */
export interface Session {
  readonly id: string;
  /** The path before its `/v1`: the path of the session, and the `basePath` of its options. */
  readonly basePath: string;
  readonly testStore: TestStore;
  /** Answers the requests of the store. */
  readonly handler: ConnectionHandler;
  /** When it was opened, as `2026-11-22T05:36:38.123Z`. */
  readonly openedAt: string;
}

/** The sessions that a server has open. They share nothing. */
export interface OpenSessions {
  /**
   * Opens a session. If there are too many, it closes the one that was unused for the longest time.
   *
   * @throws TypeError if an option is wrong; the message names it
   */
  open(options: TestStoreOptions): Session;
  /** Returns the session that the path of a request belongs to, and notes that the session was used now. */
  find(path: string): Session | undefined;
  /** Returns all sessions. The first one was unused for the longest time. */
  list(): readonly (Session & { readonly usedAt: string })[];
  /** Closes a session, and ends its stalled requests. Returns whether there was one. */
  close(id: string): boolean;
  closeAll(): void;
}

export const maxSessions = 100;

/**
 * Makes a session.
 *
 * @param store the store that it serves, by default one of its own in memory
 * @throws TypeError if an option is wrong; the message names it
 */
export function createSession(
  id: string,
  options: TestStoreOptions & { readonly basePath: string },
  store?: PetStore,
): Session {
  const testStore = createTestStore(options, store);
  const handler = createTestStoreHandler(testStore);
  return { id, basePath: options.basePath, testStore, handler, openedAt: new Date().toISOString() };
}

/**
 * Makes the sessions of a server: none are open yet.
 *
 * @param options `path`: the path above the sessions, such as `/_testing/sessions`; `createId`: makes the last segment of the path
 *   of a session; `cors`: the default of the option `cors` of a session
 */
export function createSessions(options: {
  readonly path: string;
  readonly createId: () => string;
  readonly cors: boolean;
}): OpenSessions {
  const { path: parent, createId, cors } = options;
  const idPattern = new RegExp(`^${parent}/([^/]+)`);
  const sessions = new Map<string, Session & { readonly usedAt: string }>(); // in order of their last use
  const use = (session: Session) => {
    sessions.delete(session.id);
    sessions.set(session.id, { ...session, usedAt: new Date().toISOString() });
    return session;
  };
  const close = (id: string) => {
    sessions.get(id)?.testStore.stop();
    return sessions.delete(id);
  };
  return {
    open({ basePath: prefix = '', ...options }) {
      const id = createId();
      const basePath = `${parent}/${id}${prefix}`;
      const session = createSession(id, { cors, ...options, basePath });
      for (const oldest of sessions.keys()) if (sessions.size >= maxSessions) close(oldest);
      return use(session);
    },
    find(path) {
      const session = sessions.get(idPattern.exec(path)?.[1] ?? '');
      return session && use(session);
    },
    list: () => [...sessions.values()],
    close,
    closeAll() {
      for (const id of sessions.keys()) close(id);
    },
  };
}
