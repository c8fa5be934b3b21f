import type { Server } from 'node:http';
import { connectionOf, type NodeHandler } from './connection.ts';
import { endWithReply } from './end-with-reply.ts';
import { NodeRequest } from './node-request.ts';

/** Answers CONNECT with 405, after the earlier requests are answered: a client takes this server for its proxy. */
export function refuseTunnels(server: Server, handler: NodeHandler): void {
  server.on('connect', (message, socket) => {
    socket.on('error', () => undefined); // Node has removed its own listener
    const connection = connectionOf(socket);
    if (connection.isClosing) return;
    const request = new NodeRequest(message);
    connection.enqueue(() => {
      const message = 'This server is no proxy: send requests to it, not through it.';
      endWithReply(socket, handler.refuse('method_not_allowed', message, request, socket));
    });
    connection.closeAfterLast();
  });
}
