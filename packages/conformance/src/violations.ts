import type { Duplex } from 'node:stream';

/** What a client sends that is not valid HTTP, by the case that it is sent for. */
export interface Violations {
  /** Begins a case. Returns its list, which grows: what is sent for a case may arrive after it. */
  begin(): readonly string[];
  /** Notes that a session is of the case that has begun last. */
  own(session: string): void;
  /** Notes of which case each connection is: of the session that its client named last, or else of the case that it was opened in. */
  readonly watch: (socket: Duplex) => void;
  /** Adds a sentence to the list of the case of a connection. */
  readonly add: (message: string, socket: Duplex) => void;
}

export function createViolations(): Violations {
  let current: string[] = [];
  const ofSession = new Map<string, string[]>();
  const ofConnection = new WeakMap<Duplex, string[]>();
  return {
    begin: () => (current = []),
    own(session) {
      ofSession.set(session, current);
    },
    watch(socket) {
      ofConnection.set(socket, current);
      // Before the listener of node:http, which may find the bytes invalid.
      socket.prependListener('data', (bytes: Buffer) => {
        const named = bytes
          .toString('latin1')
          .match(/\/s\/\d+(?=\/)/g)
          ?.at(-1);
        const owner = named === undefined ? undefined : ofSession.get(named);
        if (owner !== undefined) ofConnection.set(socket, owner);
      });
    },
    add(message, socket) {
      (ofConnection.get(socket) ?? current).push(message);
    },
  };
}
