import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP proxy that can stop answering, like a server without power or network. */
export interface FreezingProxy {
  readonly port: number;
  /** Stops forwarding, on existing and new connections, and closes none. */
  freeze(): void;
  /** Forwards new connections again, and resets those from before, as a machine does that has started again. */
  thaw(): void;
  /** On existing connections, forwards only what the client sends. */
  swallowAnswers(): void;
  close(): Promise<void>;
}

/** Starts a proxy in front of a port on this machine. */
export async function startFreezingProxy(serverPort: number): Promise<FreezingProxy> {
  const sockets = new Set<Socket>();
  let living = new Set<Socket>();
  let answering = new Set<Socket>();
  let frozen = false;

  const server = createServer({ allowHalfOpen: true }, (client) => {
    keep(client);
    if (frozen) return;
    const upstream = connect({ port: serverPort, host: '127.0.0.1', allowHalfOpen: true });
    keep(upstream);
    for (const socket of [client, upstream]) living.add(socket);
    answering.add(upstream);
    client.on('data', (bytes) => living.has(client) && upstream.write(bytes));
    upstream.on('data', (bytes) => living.has(upstream) && answering.has(upstream) && client.write(bytes));
    client.on('end', () => living.has(client) && upstream.end());
    upstream.on('end', () => living.has(upstream) && client.end());
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => living.has(upstream) && client.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  function keep(socket: Socket): void {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  }

  return {
    port: (server.address() as AddressInfo).port,
    freeze() {
      frozen = true;
      living = new Set();
    },
    thaw() {
      frozen = false;
      for (const socket of sockets) if (!living.has(socket)) socket.resetAndDestroy();
    },
    swallowAnswers() {
      answering = new Set();
    },
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
