import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { connectionOf } from './connection.ts';
import { clearTimeout, setTimeout } from './timers.ts';

/**
 * Prepares the stop of a server. The returned function stops it: it refuses new connections, closes each connection once its
 * requests are answered (the idle and the silent ones at once), and destroys what is left at the deadline.
 */
export function createDrain(server: Server): (deadline: number) => Promise<void> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });

  return async (deadline) => {
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
  };
}
