import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * Calls back with a port of this machine on which nothing listens. One connection of a stopped server keeps the port reserved, so that
 * no other process gets the port, and no client connects to itself.
 */
export async function withClosedPort<T>(use: (port: number) => Promise<T>): Promise<T> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = connect(port, '127.0.0.1');
  const [accepted] = (await once(server, 'connection')) as [Socket];
  server.close();
  try {
    return await use(port);
  } finally {
    client.destroy();
    accepted.destroy();
  }
}
