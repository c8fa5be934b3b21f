import type { NodeHandler } from '@petstore/http-node/internal';
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
}

/** The sessions of a server. They share nothing. */
export interface Sessions {
  /**
   * Opens one. Returns `undefined` if there are too many.
   *
   * @throws TypeError for a wrong option, naming it
   */
  open(options: TestStoreOptions): Session | undefined;
  find(id: string): Session | undefined;
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
 * @param cors whether pages of other origins may call their stores
 */
export function createSessions(cors: boolean | undefined): Sessions {
  const sessions = new Map<string, Session>();
  const close = (session: Session) => {
    sessions.delete(session.id);
    session.testStore.stop();
  };
  return {
    open(options) {
      if (sessions.size >= mostSessions) return undefined;
      const id = randomBytes(8).toString('hex');
      const basePath = `${sessionsPath}/${id}`;
      const testStore = createTestStore({ ...options, cors, basePath });
      const session = { id, basePath, testStore, handler: createNodeHandler(testStore) };
      sessions.set(id, session);
      return session;
    },
    find: (id) => sessions.get(id),
    close,
    closeAll() {
      for (const session of sessions.values()) close(session);
    },
  };
}
