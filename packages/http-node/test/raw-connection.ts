import { subscribe } from 'node:diagnostics_channel';
import { connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { WireReply } from '@petstore/test-support/wire';

/** A TCP connection that sends exactly the given bytes, and parses replies itself. */
export interface RawConnection {
  readonly socket: Socket;
  /** Sends a text as it is, in UTF-8, or bytes. */
  write(text: string | Uint8Array): void;
  /**
   * Waits for the next reply; rejects if the connection ends first. `100 Continue` counts as a reply.
   *
   * @param to the method that it answers; a reply to HEAD has no body
   */
  reply(to?: string): Promise<WireReply>;
  /** Resolves once the server has read and parsed everything that was written. The server must be in this process. */
  arrived(): Promise<void>;
  /** Resolves once the server's side of the connection is closed. */
  closedByServer(): Promise<void>;
  /** The server's side of the connection. */
  serverSide(): Promise<Socket>;
  /** Resolves once the connection is closed, with everything that arrived after the last reply that was taken. */
  readonly closed: Promise<string>;
}

/** The connections that servers of this process have accepted, by the port of the client. */
const accepted = new Map<number | undefined, { readonly socket: Socket; readonly number: number }>();
let lastNumber = 0;
subscribe('net.server.socket', (message) => {
  const { socket } = message as { readonly socket: Socket };
  accepted.set(socket.remotePort, { socket, number: ++lastNumber });
});

/**
 * Opens a {@link RawConnection} to a port of this machine.
 *
 * @param allowHalfOpen whether it stays open once the server has closed its sending half
 */
export async function openRawConnection(port: number, allowHalfOpen = false): Promise<RawConnection> {
  const before = lastNumber; // an earlier connection, such as one of fetch, may have had the same port
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen });
  let received: Buffer[] = [];
  let size = 0;
  let needed = 0; // bytes for the next reply, as far as is known
  let wake: (() => void) | undefined;
  let over = false;

  socket.on('data', (chunk) => {
    received.push(chunk);
    size += chunk.length;
    if (size >= needed) wake?.();
  });
  const closed = new Promise<string>((resolve) => {
    socket.on('close', () => {
      over = true;
      wake?.();
      resolve(Buffer.concat(received).toString());
    });
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve).once('error', reject);
  });
  socket.on('error', () => {
    // the connection was cut: `close` follows
  });

  const { localPort } = socket;
  let accepting: Socket | undefined;
  const findServerSide = () => {
    const { socket, number } = accepted.get(localPort) ?? { number: 0 };
    return number > before ? socket : undefined;
  };
  const serverSide = async () => {
    while (accepting === undefined) {
      accepting = findServerSide();
      if (accepting === undefined) await nextTurn();
    }
    return accepting;
  };
  socket.on('close', () => {
    accepting ??= findServerSide();
    accepted.delete(localPort); // another connection may get this port
  });

  return {
    socket,
    closed,
    serverSide,
    async arrived() {
      const { bytesWritten } = socket;
      const server = await serverSide();
      while (server.bytesRead < bytesWritten && !server.destroyed) await nextTurn();
      await nextTurn(); // the server may handle a request in the next turn
    },
    async closedByServer() {
      const server = await serverSide();
      if (!server.closed) await new Promise((resolve) => server.once('close', resolve));
    },
    write: (text) => {
      socket.write(text);
    },
    async reply(to = 'GET') {
      for (;;) {
        const bytes = Buffer.concat(received);
        const taken = takeReply(bytes, to);
        const rest = 'reply' in taken ? taken.rest : bytes;
        [received, size, needed] = [[rest], rest.length, 'reply' in taken ? 0 : taken.needed];
        if ('reply' in taken) return taken.reply;
        if (over) throw new Error(`The connection ended before a reply: ${JSON.stringify(bytes.toString())}`);
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}

/** Takes the first reply off what was received, or returns the least number of bytes that it needs. */
function takeReply(received: Buffer, to: string): { reply: WireReply; rest: Buffer } | { needed: number } {
  const end = received.indexOf('\r\n\r\n');
  if (end === -1) return { needed: 0 };
  const [statusLine = '', ...lines] = received.subarray(0, end).toString('latin1').split('\r\n');
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  const status = Number(statusLine.split(' ')[1]);
  const bodyless = to === 'HEAD' || status < 200 || status === 204;
  const start = end + 4;
  const length = bodyless ? 0 : Number(headers['content-length']);
  if (received.length < start + length) return { needed: start + length };
  const body = received.subarray(start, start + length).toString();
  return { reply: { status, headers, body }, rest: received.subarray(start + length) };
}
