import type { NodeHandler } from '@petstore/http-node';
import { randomBytes } from 'node:crypto';
import { createNodeHandler } from '../node-handler.ts';
import type { TestStoreOptions } from '../test-store-options.ts';
import { createTestStore, type TestStore } from '../test-store.ts';

/** A separate store for one test, below the address of a server. */
export interface Session {
  readonly id: string;
  /** The path before its `/v1`. */
  readonly basePath: string;
  readonly testStore: TestStore;
  /** Answers the requests of the store. */
  readonly handler: NodeHandler;
  /** When it was opened, as `2026-11-22T05:36:38.123Z`. */
  readonly openedAt: string;
}

/** The sessions of a server. They share nothing. */
export interface Sessions {
  /**
   * Opens a session. If there are too many, it closes the one that was unused for the longest time.
   *
   * @throws TypeError if an option is wrong; the message names it
   */
  open(options: TestStoreOptions): Session;
  /** Returns the session with an id, and notes that it was used now. */
  find(id: string): Session | undefined;
  /** Returns all sessions. The first one was unused for the longest time. */
  list(): readonly (Session & { readonly usedAt: string })[];
  /** Closes a session, and ends its stalled requests. */
  close(session: Session): void;
  /** Closes all sessions. */
  closeAll(): void;
}

/** The max number of sessions of a server. */
export const maxSessions = 100;

/** The path of everything for tests. */
export const testingPath = '/_testing';

/** The path of the sessions. */
export const sessionsPath = `${testingPath}/sessions`;

/**
 * Makes an empty set of sessions.
 *
 * @param cors the default of the option `cors` of a session
 */
export function createSessions(cors: boolean): Sessions {
  const sessions = new Map<string, Session & { readonly usedAt: string }>(); // in order of their last use
  const use = (session: Session) => {
    sessions.delete(session.id);
    sessions.set(session.id, { ...session, usedAt: new Date().toISOString() });
    return session;
  };
  const close = ({ id, testStore }: Session) => {
    sessions.delete(id);
    testStore.stop();
  };
  return {
    open({ basePath: prefix = '', ...options }) {
      const id = randomBytes(8).toString('hex');
      const basePath = `${sessionsPath}/${id}${prefix}`;
      const testStore = createTestStore({ cors, ...options, basePath });
      for (const session of sessions.values()) if (sessions.size >= maxSessions) close(session);
      return use({
        id,
        basePath,
        testStore,
        handler: createNodeHandler(testStore),
        openedAt: new Date().toISOString(),
      });
    },
    find(id) {
      const session = sessions.get(id);
      return session && use(session);
    },
    list: () => [...sessions.values()],
    close,
    closeAll() {
      for (const session of sessions.values()) close(session);
    },
  };
}
