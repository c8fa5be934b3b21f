import type { Server } from 'node:http';
import { getOrCreateConnection, type NodeHandler } from './connection.ts';
import { NodeRequest } from './node-request.ts';

/** Answers CONNECT with 405, after the earlier requests. Clients send it to a proxy, which this server is not. */
export function answerConnectRequests(server: Server, handler: NodeHandler): void {
  server.on('connect', (message, socket) => {
    socket.on('error', () => undefined); // Node has removed its own listener
    const connection = getOrCreateConnection(socket);
    if (connection.state !== 'open') return;
    const sentence = 'This server is no proxy: send requests to it, not through it.';
    connection.sendLastResponse(() =>
      handler.respondWithError('method_not_allowed', sentence, new NodeRequest(message), socket),
    );
  });
}
