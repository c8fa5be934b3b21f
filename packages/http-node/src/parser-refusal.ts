import type { HttpHandler, Reply } from '@petstore/http';
import { STATUS_CODES, type Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** Answers with an Error body what the parser of node:http refuses before it becomes a request. */
export function answerParserErrors(server: Server, handler: HttpHandler): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else sendAndClose(socket, refusal(handler, error.code));
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
function sendAndClose(socket: Duplex, { status, headers, body }: Reply): void {
  const fields = { ...headers, 'Content-Length': Buffer.byteLength(body), Connection: 'close' };
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${head.join('')}\r\n${body}`);
}
