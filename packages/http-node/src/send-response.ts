import type { HttpResponse } from '@petstore/http';
import { ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate, setTimeout } from './timers.ts';

/** How long a client may stop reading a response, in milliseconds. Then the connection is closed. */
const stallTimeout = 10_000;

/**
 * How long the server keeps reading after the last response of a connection, in milliseconds. Closing with unread bytes sends a
 * reset, and a reset deletes what the client has not read (RFC 9112, section 9.6).
 */
const lingerTime = 1_000;

/**
 * Sends a response. If the client is gone, Node ignores it. Middleware of a host may have replaced `writeHead` or `end`: if one
 * throws, the connection closes, and the error goes to `console.error`.
 */
export function sendResponse(response: ServerResponse, { status, headers, body }: HttpResponse): void {
  closeIfItThrows(response, () => {
    const length = status === 204 || status === 304 ? undefined : { 'Content-Length': String(Buffer.byteLength(body)) };
    writeHead(response, status, Object.assign({}, headers, length));
    const { req: message } = response;
    const text = message.method === 'HEAD' ? '' : body;
    const isRequestOver = message.complete || message.socket.readableEnded;
    if (response.shouldKeepAlive || isRequestOver) response.end(text);
    else endAfterRequest(response, text);
    const socket = response.socket as Partial<Socket> | null; // the socket of Fastify's `inject` lacks some methods
    if (socket?.writableLength) socket.setTimeout?.(stallTimeout); // Node resets it after the response
  });
}

/** Sends the last response of a connection for which Node has no ServerResponse. Further bytes of the client are discarded. */
export function endWithResponse(socket: Duplex, { status, headers, body }: HttpResponse): void {
  const fields = { ...headers, 'Content-Length': Buffer.byteLength(body), Connection: 'close' };
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  setTimeout(() => socket.destroy(), lingerTime).unref();
  socket.resume().end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${head.join('')}\r\n${body}`);
}

/** Sends the last response of a connection, and ends it once the rest of the request is discarded, after 1 s at the latest. */
function endAfterRequest(response: ServerResponse, text: string): void {
  const { req: message } = response;
  const end = () => {
    if (!response.destroyed) closeIfItThrows(response, () => response.end());
  };
  response.flushHeaders();
  if (text !== '') response.write(text);
  setTimeout(end, lingerTime).unref();
  message.on('close', end).resume();
  message.socket.on('end', end); // after a parser error, the message does not close
}

/**
 * Writes the head. A flat list is the fastest form (measured: bench/README.md), but middleware that replaces `writeHead` may take
 * it for a list of pairs, as on-headers 1.0.2 does. It gets an object.
 */
function writeHead(response: ServerResponse, status: number, headers: HttpResponse['headers']): void {
  if (response.writeHead !== ServerResponse.prototype.writeHead) {
    response.writeHead(status, headers);
    return;
  }
  const fields: string[] = [];
  for (const name in headers) fields.push(name, headers[name] ?? '');
  response.writeHead(status, fields);
}

function closeIfItThrows(response: ServerResponse, send: () => void): void {
  try {
    send();
  } catch (error) {
    response.destroy();
    setImmediate(console.error, 'A response could not be sent:', error); // it may throw too, and other responses are waiting
  }
}
