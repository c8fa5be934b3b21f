import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { connectionOf } from './connection.ts';
import { clearTimeout, setTimeout } from './timers.ts';

/** The stop of a server. */
export interface Drain {
  /** The requests of all connections that have arrived and are not answered yet. */
  pendingRequests(): number;
  /**
   * Stops the server: refuses new connections, closes each connection once its requests are answered (the idle and the silent
   * ones at once), and destroys what is left at the deadline.
   */
  stop(deadline: number): Promise<void>;
}

/** Prepares the stop of a server. */
export function createDrain(server: Server): Drain {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });

  return {
    pendingRequests: () => [...sockets].reduce((sum, socket) => sum + connectionOf(socket).pendingRequests, 0),
    async stop(deadline) {
      // The `close` of node:http would also destroy each connection whose client has not yet received its reply to the end: it
      // takes such a connection for an idle one.
      server.closeIdleConnections = () => undefined;
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) connectionOf(socket).closeAfterLast();
      const timer = setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, deadline);
      await closed;
      clearTimeout(timer);
    },
  };
}
