import type { Duplex } from 'node:stream';

/** The path above the sessions of both servers. */
export const sessionsPath = '/s';

/** Matches the path of a session in a target, or in bytes from a client. */
const sessionPathPattern = /\/s\/\d+(?=\/)/g;

/** Whether a target is below the path of a session, open or not. */
export function isBelowSessions(target: string): boolean {
  return target.search(sessionPathPattern) === 0;
}

/** Returns the path of the session that is named last in bytes from a client, such as `/s/7`; `undefined` without one. */
function findLastSessionPath(bytes: Buffer): string | undefined {
  return bytes.toString('latin1').match(sessionPathPattern)?.at(-1);
}

/**
 * Which case gets the blame for invalid bytes: the case of the last session path seen on their connection, else the case that was
 * running when the connection opened.
 */
export interface Violations {
  /** Begins a case. Returns the violations of the case: a list that grows, because the bytes of a case may arrive after the case. */
  begin(): readonly string[];
  /** Makes a session belong to the case that has begun last. */
  readonly addSession: (path: string) => void;
  /** Follows which case a connection belongs to. */
  readonly watch: (socket: Duplex) => void;
  /**
   * Adds what was refused to the violations of the case that a connection belongs to.
   *
   * @param context what the client was asked last; absent if it was not asked yet
   */
  readonly add: (message: string, socket: Duplex, context: string | undefined) => void;
}

export function createViolations(): Violations {
  let current: string[] = [];
  const bySession = new Map<string, string[]>();
  const byConnection = new WeakMap<Duplex, string[]>();
  return {
    begin: () => (current = []),
    addSession(path) {
      bySession.set(path, current);
    },
    watch(socket) {
      byConnection.set(socket, current);
      // Prepended, so that the case is known before the listener of node:http reports invalid bytes.
      socket.prependListener('data', (bytes: Buffer) => {
        const owner = bySession.get(findLastSessionPath(bytes) ?? '');
        if (owner !== undefined) byConnection.set(socket, owner);
      });
    },
    add(message, socket, context) {
      const owner = byConnection.get(socket) ?? current;
      const sentence = `The client sent what is not valid HTTP, and was refused: ${message}`;
      owner.push(context !== undefined && owner === current ? `${context}: ${sentence}` : sentence);
    },
  };
}
