import type { NodeHandler } from '@petstore/http-node';
import { randomBytes } from 'node:crypto';
import { createNodeHandler } from './node-handler.ts';
import { createTestStore, type TestStore, type TestStoreOptions } from './test-store.ts';

/** A store of its own for one test, below the address of a server. */
export interface Session {
  readonly id: string;
  /** The path before its `/v1`. */
  readonly basePath: string;
  readonly testStore: TestStore;
  /** Answers its requests. */
  readonly handler: NodeHandler;
  /** When it was opened, as `2026-11-22T05:36:38.123Z`. */
  readonly openedAt: string;
}

/** The sessions of a server. They share nothing. */
export interface Sessions {
  /**
   * Opens one. If there are too many then, deletes the one that was unused for longest.
   *
   * @throws TypeError for a wrong option, naming it
   */
  open(options: TestStoreOptions): Session;
  /** Returns the session with an id, which counts as used now. */
  find(id: string): Session | undefined;
  /** Returns them all, the one that was unused for longest first. */
  list(): readonly (Session & { readonly usedAt: string })[];
  /** Deletes one, and ends what is stalled in it. */
  close(session: Session): void;
  /** Deletes them all. */
  closeAll(): void;
}

/** How many sessions a server has at once. */
export const mostSessions = 100;

/** The path that everything for tests is below. */
export const testingPath = '/_testing';

/** The path that the sessions are below. */
export const sessionsPath = `${testingPath}/sessions`;

/**
 * Makes an empty set of sessions.
 *
 * @param cors whether pages of other origins may call their stores, unless a session says otherwise
 */
export function createSessions(cors: boolean | undefined): Sessions {
  const sessions = new Map<string, Session & { readonly usedAt: string }>(); // the one that was unused for longest first
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
      for (const session of sessions.values()) if (sessions.size >= mostSessions) close(session);
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
