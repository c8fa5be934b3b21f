import { connect, createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';

/**
 * Calls back with a port of this machine on which nothing listens. It is the local port of an open connection, so that no other
 * program can listen on it meanwhile.
 */
export async function withClosedPort<T>(use: (port: number) => Promise<T>): Promise<T> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  try {
    return await use(socket.localPort ?? 0);
  } finally {
    socket.destroy();
    server.close();
  }
}
