import { subscribe } from 'node:diagnostics_channel';
import { connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { WireReply } from '../wire/wire-case.ts';

/** A TCP connection that sends exactly the given bytes, and parses replies itself. Texts are Latin-1: a character is a byte. */
export interface RawConnection {
  readonly socket: Socket;
  /** Sends bytes, or a text in UTF-8. */
  write(text: string | Uint8Array): void;
  /**
   * Takes the next reply. It rejects if the connection ends first. `100 Continue` counts as a reply.
   *
   * @param to the method of its request; a reply to HEAD has no body
   */
  reply(to?: string): Promise<WireReply>;
  /** Returns everything that was received after the last taken reply. */
  received(): string;
  /** Waits until `received()` matches. It rejects if the connection ends first. */
  receives(pattern: RegExp): Promise<string>;
  /** Resolves once the server has read and parsed everything that was written. The server must be in this process. */
  arrived(): Promise<void>;
  /** Resolves with the server's side of the connection. The server must be in this process. */
  serverSide(): Promise<Socket>;
  /** Resolves once the server's side of the connection is closed. */
  closedByServer(): Promise<void>;
  /** Resolves with how the server ended the connection. */
  readonly ended: Promise<'FIN' | 'RST'>;
  /** Resolves with `received()` once the connection is closed. */
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
 * Opens a `RawConnection` to a port of this machine. It is destroyed when the test ends.
 *
 * @param allowHalfOpen whether it stays open once the server has closed its sending half
 */
export async function openRawConnection(port: number, allowHalfOpen = false): Promise<RawConnection> {
  const before = lastNumber; // an earlier connection, such as one of fetch, may have had the same port
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen });
  onTestFinished(() => void socket.destroy());
  let chunks: Buffer[] = [];
  let size = 0;
  let needed = 0; // the known part of the length of the next reply
  let wake: (() => void) | undefined;
  let isOver = false;

  const received = () => Buffer.concat(chunks).toString('latin1');
  socket.on('data', (chunk) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= needed) wake?.();
  });
  const closed = new Promise<string>((resolve) => {
    socket.on('close', () => {
      isOver = true;
      wake?.();
      resolve(received());
    });
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve).once('error', reject);
  });
  const ended = new Promise<'FIN' | 'RST'>((resolve) => {
    const end = (how: 'FIN' | 'RST') => {
      isOver = true;
      wake?.();
      resolve(how);
    };
    socket
      .once('end', () => {
        end('FIN');
      })
      .on('error', () => {
        end('RST');
      });
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

  const waitForMore = async (what: string) => {
    if (isOver) throw new Error(`The connection ended before ${what}: ${JSON.stringify(received())}`);
    await new Promise<void>((resolve) => (wake = resolve));
  };

  return {
    socket,
    ended,
    closed,
    received,
    serverSide,
    write: (text) => {
      socket.write(text);
    },
    async reply(to = 'GET') {
      for (;;) {
        const bytes = Buffer.concat(chunks);
        const taken = takeReply(bytes, to);
        const rest = 'reply' in taken ? taken.rest : bytes;
        [chunks, size, needed] = [[rest], rest.length, 'reply' in taken ? 0 : taken.needed];
        if ('reply' in taken) return taken.reply;
        await waitForMore('a reply');
      }
    },
    async receives(pattern) {
      while (!pattern.test(received())) await waitForMore(String(pattern));
      return received();
    },
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
  };
}

/** Takes the first reply off the received bytes, or returns how many bytes it needs at least. */
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
  const hasNoBody = to === 'HEAD' || status < 200 || status === 204;
  const start = end + 4;
  const length = hasNoBody ? 0 : Number(headers['content-length']);
  if (received.length < start + length) return { needed: start + length };
  const body = received.subarray(start, start + length).toString();
  return { reply: { status, headers, body }, rest: received.subarray(start + length) };
}
