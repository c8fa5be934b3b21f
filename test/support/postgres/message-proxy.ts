import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** One message from a client to a PostgreSQL server. */
export interface ClientMessage {
  /** Its first byte, such as `P` for Parse, `S` for Sync or `X` for Terminate; empty for the first message of a connection. */
  readonly kind: string;
  /** What follows its length, as Latin-1. */
  readonly content: string;
  /** The connection to the client. */
  readonly client: Socket;
  /** The connection to the server. */
  readonly server: Socket;
}

/** A proxy in front of a PostgreSQL server that reads the messages of the clients. */
export interface MessageProxy {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Starts a proxy that lets a test act at exact moments of the protocol.
 *
 * @param onMessage called for each message; returns whether to pass the message on
 */
export async function startMessageProxy(
  serverPort: number,
  onMessage: (message: ClientMessage) => boolean,
): Promise<MessageProxy> {
  const sockets = new Set<Socket>();
  // Without noDelay, a message in two packets would wait 40 ms for the server's acknowledgement of the first one.
  const proxy = createServer({ noDelay: true }, (client) => {
    const server = connect({ port: serverPort, host: '127.0.0.1', noDelay: true });
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    server.on('data', (bytes) => client.write(bytes));

    let unread = Buffer.alloc(0);
    let started = false;
    client.on('data', (bytes) => {
      unread = Buffer.concat([unread, bytes]);
      for (;;) {
        const kindBytes = started ? 1 : 0;
        if (unread.length < kindBytes + 4) return;
        const end = kindBytes + unread.readUInt32BE(kindBytes);
        if (unread.length < end) return;
        const kind = unread.toString('latin1', 0, kindBytes);
        const content = unread.toString('latin1', kindBytes + 4, end);
        const whole = unread.subarray(0, end);
        unread = unread.subarray(end);
        started = true;
        if (onMessage({ kind, content, client, server })) server.write(whole);
      }
    });
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');

  return {
    port: (proxy.address() as AddressInfo).port,
    async close() {
      proxy.close();
      for (const socket of sockets) socket.destroy();
      if (proxy.listening) await once(proxy, 'close');
    },
  };
}

/**
 * Returns the bytes of an error message of PostgreSQL.
 *
 * @param severity such as `ERROR` or `FATAL`, or its translation
 * @param code an SQLSTATE, such as `57P01`
 */
export function encodeErrorMessage(severity: string, code: string, text: string): Buffer {
  const content = Buffer.from(`S${severity}\0C${code}\0M${text}\0\0`);
  const head = Buffer.alloc(5, 'E');
  head.writeUInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
}
