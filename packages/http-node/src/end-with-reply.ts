import type { Reply } from '@petstore/http';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { lingerTime } from './connection.ts';
import { setTimeout } from './timers.ts';

/**
 * Writes the last reply of a connection, for which Node has no ServerResponse, and closes the connection. What the client still
 * sends is discarded for a while. The queue of the connection need not be called back.
 */
export function endWithReply(socket: Duplex, reply: Reply): void {
  setTimeout(() => socket.destroy(), lingerTime).unref();
  socket.resume().end(replyText(reply));
}

function replyText({ status, headers, body }: Reply): string {
  const fields = { ...headers, 'Content-Length': Buffer.byteLength(body), Connection: 'close' };
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${head.join('')}\r\n${body}`;
}
