import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OpenHost } from './host-checks.ts';

/** Serves a listener on a port that is free. */
export async function listen(listener: RequestListener): Promise<OpenHost> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return mountedAt(server.address() as AddressInfo, () => {
    server.closeAllConnections();
    server.close();
  });
}

/** A server on which the store is mounted below `/api/petstore`. */
export function mountedAt({ port }: AddressInfo, close: OpenHost['close']): OpenHost {
  return { address: `http://127.0.0.1:${port}/api/petstore`, fetch, close };
}
