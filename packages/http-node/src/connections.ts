import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';

/** The connections of a server and what each still has to answer, so that they can be drained. */
export interface Connections {
  /**
   * Lets every connection go as soon as it has answered what it was asked: at once where that is nothing, the idle and
   * the silent ones. What is not answered within the deadline, or not even asked to its end, is cut off.
   *
   * @param deadline in milliseconds
   */
  drain(deadline: number): Promise<void>;
}

/** What a connection still has to answer. */
interface Pending {
  /** In the order in which they were asked, which is the one in which they are answered. */
  readonly responses: Set<ServerResponse>;
  /** How many bytes had arrived when the last response was sent: more since then are the beginning of a request. */
  bytesAnswered: number;
}

/** Follows the connections of a server from now on. */
export function trackConnections(server: Server): Connections {
  const connections = new Map<Socket, Pending>();
  let draining = false;

  server.on('connection', (socket) => {
    connections.set(socket, { responses: new Set(), bytesAnswered: 0 });
    socket.once('close', () => connections.delete(socket));
  });

  const follow = ({ socket }: IncomingMessage, response: ServerResponse) => {
    const pending = connections.get(socket);
    if (pending === undefined) return;
    pending.responses.add(response);
    if (draining) closeAfterLast(pending);
    response.once('close', () => {
      pending.responses.delete(response);
      pending.bytesAnswered = socket.bytesRead;
      if (draining && pending.responses.size === 0) socket.destroySoon();
    });
  };
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.prependListener(event, follow);

  return {
    async drain(deadline) {
      draining = true;
      const closed = refuseConnections(server);
      for (const [socket, pending] of connections) {
        if (pending.responses.size > 0) closeAfterLast(pending);
        else if (socket.bytesRead === pending.bytesAnswered) socket.destroySoon();
      }
      const timer = setTimeout(() => {
        for (const socket of connections.keys()) socket.destroy();
      }, deadline);
      await closed;
      clearTimeout(timer);
      server.close(); // stops the clock that looked for slow requests
    },
  };
}

/** Says in the last response of a connection that no other will follow, and in no earlier one, which would end it there. */
function closeAfterLast({ responses }: Pending): void {
  const last = [...responses].at(-1);
  for (const response of responses) {
    if (response.headersSent) continue;
    if (response === last) response.setHeader('Connection', 'close');
    else if (response.hasHeader('Connection')) response.setHeader('Connection', 'keep-alive'); // it was the last one before
  }
}

/**
 * Stops to listen; resolves once the last connection is closed. The `close` of node:http would also cut off each response
 * that a slow client has not yet received to its end.
 */
function refuseConnections(server: Server): Promise<void> {
  return new Promise((resolve) => {
    NetServer.prototype.close.call(server, () => {
      resolve();
    });
  });
}
