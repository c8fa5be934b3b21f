import { createHandler, type HttpHandler, type HttpOptions, type Reply, type RequestLine } from '@petstore/http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { endsConnection, headFault } from './head-fault.ts';
import { NodeRequest } from './node-request.ts';
import { setImmediate } from './timers.ts';

/** A listener for the `request` event of a node:http server, which is also an Express handler. */
export type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Makes the `/v1` interface as a listener for a node:http server that is there already. It answers every path, those
 * outside `/v1` with 404, and expects the request's body unread.
 *
 * @throws TypeError for a wrong option, naming it
 */
export function createRequestListener(options: HttpOptions): RequestListener {
  const handler = createHandler(options);
  return (request, response) => {
    answer(handler, request, response);
  };
}

/**
 * Answers one request, once what arrived together with it is read: a body that came in one piece with its head is complete
 * by then, and the answers to several connections leave together, which takes less of the processor for each.
 *
 * @param beforeBody called before the body is read
 */
export function answer(
  handler: HttpHandler,
  request: IncomingMessage,
  response: ServerResponse,
  beforeBody?: () => void,
): void {
  setImmediate(answerNow, handler, request, response, beforeBody);
}

function answerNow(
  handler: HttpHandler,
  request: IncomingMessage,
  response: ServerResponse,
  beforeBody: (() => void) | undefined,
): void {
  const fault = headFault(request);
  if (endsConnection(request)) response.setHeader('Connection', 'close');
  if (fault !== undefined) {
    writeReply(response, handler.refuse(fault.code, fault.message, requestLine(request)));
    return;
  }
  void handler.handle(new NodeRequest(request, beforeBody)).then((reply) => {
    writeReply(response, reply);
  });
}

/** The first line of a request, for the log. */
export function requestLine({ method = '', url = '' }: IncomingMessage): RequestLine {
  return { method, target: url };
}

/** Sends a reply; node:http itself leaves the body out for HEAD. A client that is gone is no fault. */
export function writeReply(response: ServerResponse, { status, headers, body }: Reply): void {
  if (response.headersSent || response.destroyed) return;
  const length = Buffer.byteLength(body);
  response.writeHead(status, status === 204 ? headers : { ...headers, 'Content-Length': String(length) });
  response.end(body);
}
