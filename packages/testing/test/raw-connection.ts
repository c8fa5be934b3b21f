import { subscribe } from 'node:diagnostics_channel';
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A TCP connection to a server, which keeps every byte that it receives. */
export interface RawConnection {
  /** Sends a text. */
  write(text: string): void;
  /** Sends a text, and closes the sending half. */
  end(text: string): void;
  /** Returns what has been received. */
  received(): string;
  /** Waits until what has been received matches. Rejects if the connection ends before. */
  receives(pattern: RegExp): Promise<string>;
  /** Resolves with how the server ended the connection. */
  readonly ended: Promise<'FIN' | 'RST'>;
  /** The server's side of the connection. */
  serverSide(): Socket | undefined;
  /** Drops the connection. */
  destroy(): void;
}

const accepted = new Map<number | undefined, Socket>();
subscribe('net.server.socket', (message) => {
  const { socket } = message as { readonly socket: Socket };
  accepted.set(socket.remotePort, socket);
});

/** Opens a connection to the server of a URL. It is destroyed when the test ends. */
export async function openRawConnection(url: string): Promise<RawConnection> {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1' });
  onTestFinished(() => void socket.destroy());
  let text = '';
  let wake = () => {
    // nobody waits
  };
  let isOver = false;
  const ended = new Promise<'FIN' | 'RST'>((resolve) => {
    const end = (how: 'FIN' | 'RST') => {
      isOver = true;
      wake();
      resolve(how);
    };
    socket.setEncoding('latin1').on('data', (data: string) => {
      text += data;
      wake();
    });
    socket.once('end', () => {
      end('FIN');
    });
    socket.on('error', () => {
      end('RST');
    });
  });
  await new Promise((resolve) => socket.once('connect', resolve));
  const { localPort } = socket;

  return {
    ended,
    received: () => text,
    write: (data) => void socket.write(data),
    end: (data) => void socket.end(data),
    destroy: () => void socket.destroy(),
    serverSide: () => accepted.get(localPort),
    async receives(pattern) {
      while (!pattern.test(text)) {
        if (isOver) throw new Error(`The connection ended before ${String(pattern)}: ${JSON.stringify(text)}`);
        await new Promise<void>((resolve) => (wake = resolve));
      }
      return text;
    },
  };
}

/** The text of a list. */
export function listing(apiKey: string, headers = ''): string {
  return `GET /v1/pets HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${apiKey}\r\n${headers}\r\n`;
}

/** The text of a creation of Rex. */
export function creation(apiKey: string): string {
  const body = '{"name":"Rex","categoryId":1}';
  const head = `Host: a\r\nAuthorization: Bearer ${apiKey}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
  return `POST /v1/pets HTTP/1.1\r\n${head}\r\n\r\n${body}`;
}
