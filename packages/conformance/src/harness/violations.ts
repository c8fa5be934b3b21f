import type { Duplex } from 'node:stream';
import { findLastSessionPath } from './session.ts';

/**
 * The violations of a client, by the case that gets the blame: the case of the last session path seen on the connection of the invalid
 * bytes, else the case that was running when the connection opened.
 */
export interface Violations {
  /** Begins a case. Returns its violations: a list that grows, because bytes that were sent for a case may arrive after it. */
  begin(): readonly string[];
  /** Makes a session belong to the case that has begun last. */
  addSession(path: string): void;
  /** Follows which case a connection belongs to. */
  readonly watch: (socket: Duplex) => void;
  /** Adds a sentence to the violations of the case that a connection belongs to. */
  readonly add: (message: string, socket: Duplex) => void;
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
      // This listener comes before that of node:http, which may find the bytes invalid.
      socket.prependListener('data', (bytes: Buffer) => {
        const owner = bySession.get(findLastSessionPath(bytes) ?? '');
        if (owner !== undefined) byConnection.set(socket, owner);
      });
    },
    add(message, socket) {
      (byConnection.get(socket) ?? current).push(message);
    },
  };
}
