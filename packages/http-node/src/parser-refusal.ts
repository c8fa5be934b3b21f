import type { HttpHandler, Reply } from '@petstore/http';
import { STATUS_CODES, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Connections } from './connections.ts';
import { requestLine } from './request-listener.ts';
import { clearTimeout, setTimeout } from './timers.ts';

/**
 * How long a refused connection stays open for what its client still sends, in milliseconds. Closing it at once would make
 * the client's system drop a reply that the client has not read yet (RFC 9112, section 9.6).
 */
const lingerTime = 1_000;

/**
 * Answers with an Error body what the parser of node:http refuses before it becomes a request, and CONNECT: after the
 * requests that came before it on its connection.
 */
export function answerParserErrors(server: Server, connections: Connections, handler: HttpHandler): void {
  const refused = new WeakSet<Duplex>();

  const refuse = (socket: Duplex, makeReply: () => Reply) => {
    refused.add(socket);
    socket.on('error', () => socket.destroy()); // the client is gone
    connections.endAfterAnswers(socket, (alreadyAnswered) => {
      if (socket.writable) closeAfter(socket, alreadyAnswered ? '' : replyText(makeReply()));
    });
  };

  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (refused.has(socket)) return; // the rest of what was refused
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else refuse(socket, () => refusal(handler, error.code));
  });
  server.on('connect', (request, socket) => {
    const message = 'This server is no proxy: CONNECT is not possible.';
    refuse(socket, () => handler.refuse('not_implemented', message, requestLine(request)));
  });
}

function refusal(handler: HttpHandler, code: string | undefined): Reply {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return handler.refuse('request_timeout', 'The request took too long to arrive.');
    case 'HPE_HEADER_OVERFLOW':
      return handler.refuse('header_fields_too_large', 'The header of the request is too long.');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return handler.refuse('payload_too_large', 'The chunk extensions of the body are too long.');
    default:
      return handler.refuse('invalid_request', 'The request is not valid HTTP.');
  }
}

/** Writes a reply past the parser, which is of no more use on this connection. */
function replyText({ status, headers, body }: Reply): string {
  const fields = { ...headers, 'Content-Length': Buffer.byteLength(body), Connection: 'close' };
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${head.join('')}\r\n${body}`;
}

function closeAfter(socket: Duplex, text: string): void {
  const timer = setTimeout(() => socket.destroy(), lingerTime);
  socket
    .once('close', () => {
      clearTimeout(timer);
    })
    .resume()
    .end(text);
}
