import type { RequestError } from '@petstore/http';
import type { Server } from 'node:http';
import { getOrCreateConnection, type ConnectionHandler } from './connection.ts';

/** Answers bytes that Node's parser refuses, with an Error body and after the earlier requests. */
export function answerParserErrors(server: Server, handler: ConnectionHandler): void {
  server.on('clientError', (parserError: NodeJS.ErrnoException, socket) => {
    const connection = getOrCreateConnection(socket);
    const error = describeParserError(parserError.code);
    if (error.code === 'request_timeout' && connection.isSilent) return; // `startServerWith` closes it after `keepAliveTimeout`
    const { newestRequest } = connection;
    if (newestRequest?.message.complete === false) {
      newestRequest.failBody(error);
      connection.drain();
    } else if (connection.state === 'open') {
      socket.removeAllListeners('end'); // Node's own listener would close the connection after the previous response
      connection.sendLastResponse(() => handler.respondWithError(error.code, error.message));
    }
  });
}

function describeParserError(code: string | undefined): RequestError {
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
