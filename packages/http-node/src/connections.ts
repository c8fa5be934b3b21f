import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The connections of a server and what each still has to answer, so that they can be drained. */
export interface Connections {
  /**
   * Lets every connection go as soon as it has answered what it was asked: at once where that is nothing, the idle and
   * the silent ones. What is not answered within the deadline is cut off.
   *
   * @param deadline in milliseconds
   */
  drain(deadline: number): Promise<void>;
}

/** Follows the connections of a server from now on. */
export function trackConnections(server: Server): Connections {
  const unanswered = new Map<Socket, Set<ServerResponse>>();
  let draining = false;

  server.on('connection', (socket) => {
    unanswered.set(socket, new Set());
    socket.once('close', () => unanswered.delete(socket));
  });

  const follow = (response: ServerResponse) => {
    const { socket } = response;
    const responses = socket === null ? undefined : unanswered.get(socket);
    if (socket === null || responses === undefined) return;
    responses.add(response);
    if (draining) response.setHeader('Connection', 'close');
    response.once('close', () => {
      responses.delete(response);
      if (draining && responses.size === 0) socket.destroySoon();
    });
  };
  for (const event of ['request', 'checkContinue', 'checkExpectation']) {
    server.prependListener(event, (_request: unknown, response: ServerResponse) => {
      follow(response);
    });
  }

  return {
    async drain(deadline) {
      draining = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const [socket, responses] of unanswered) {
        if (responses.size === 0) socket.destroySoon();
        for (const response of responses) if (!response.headersSent) response.setHeader('Connection', 'close');
      }
      const timer = setTimeout(() => {
        server.closeAllConnections();
      }, deadline);
      await closed;
      clearTimeout(timer);
    },
  };
}
