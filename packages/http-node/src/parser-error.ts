import type { RequestError, Reply } from '@petstore/http';
import { STATUS_CODES, type Server } from 'node:http';
import { connectionOf, lingerTime, type NodeHandler } from './connection.ts';
import { setTimeout } from './timers.ts';

/** Answers what the parser of Node refuses with an Error body, after the earlier requests are answered. */
export function answerParserErrors(server: Server, handler: NodeHandler): void {
  server.on('clientError', (failure: NodeJS.ErrnoException, socket) => {
    const connection = connectionOf(socket);
    const { newestRequest } = connection;
    const error = parserError(failure.code);
    if (newestRequest?.message.complete === false) newestRequest.failBody(error);
    else if (!connection.isClosing) {
      socket.removeAllListeners('end'); // Node's listener would close the connection after the previous reply
      // The last reply of a connection, so it need not call back. Node has no ServerResponse for what its parser refuses.
      connection.enqueue(() => {
        if (!socket.writable) return; // the last reply is already sent
        setTimeout(() => socket.destroy(), lingerTime).unref();
        socket.resume().end(replyText(handler.refuse(error.code, error.message)));
      });
    }
    connection.closeAfterLast();
  });
}

function parserError(code: string | undefined): RequestError {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { code: 'request_timeout', message: 'The request took too long to arrive.' };
    case 'HPE_HEADER_OVERFLOW':
      return { code: 'header_fields_too_large', message: 'The header of the request is too long.' };
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return { code: 'payload_too_large', message: 'The chunk extensions of the body are too long.' };
    default:
      return { code: 'invalid_request', message: 'The request is not valid HTTP.' };
  }
}

function replyText({ status, headers, body }: Reply): string {
  const fields = { ...headers, 'Content-Length': Buffer.byteLength(body), Connection: 'close' };
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${head.join('')}\r\n${body}`;
}
