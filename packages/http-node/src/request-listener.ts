import { createHandler, type HttpHandler, type HttpOptions, type HttpRequest, type Reply } from '@petstore/http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connectionOf, type Connection } from './connection.ts';
import { headError } from './head-error.ts';
import { NodeRequest, targetOf } from './node-request.ts';
import { setImmediate } from './timers.ts';

/**
 * A listener for the `request` event of a node:http server, which is also a handler for Express and connect. Given `next`, it
 * calls it for what the store does not serve.
 */
export type RequestListener = (request: IncomingMessage, response: ServerResponse, next?: () => void) => void;

/** The `/v1` interface, or a handler that may also answer on the response of node:http itself. */
export interface NodeHandler extends Pick<HttpHandler, 'refuse'> {
  /** Answers a request. Returns `undefined` if it has answered, or will, on the response or its socket. It never rejects. */
  handle(request: HttpRequest, response: ServerResponse): Promise<Reply | undefined>;
}

/** How long a client may stop reading a reply, in milliseconds. */
const stallTimeout = 10_000;

/**
 * Makes the `/v1` interface as a listener for an existing node:http server. It answers `/v1`, the pages and the OpenAPI
 * documents; other paths are a 404, or left to `next`. The requests of one connection that it gets are answered one at a time,
 * in order. What the parser refuses, and CONNECT, never reach it: the server answers these, without an Error body.
 *
 * @throws TypeError for a wrong or an unknown option, naming it
 */
export function createRequestListener(options: HttpOptions): RequestListener {
  const handler = createHandler(options);
  return (message, response, next) => {
    if (next !== undefined && !handler.serves(targetOf(message))) next();
    else serve(handler, message, response);
  };
}

/**
 * Queues a request behind the others of its connection, and answers it.
 *
 * @param sendContinue sends `100 Continue` if the client waits for it
 */
export function serve(
  handler: NodeHandler,
  message: IncomingMessage,
  response: ServerResponse,
  sendContinue?: () => void,
): void {
  const { socket } = message;
  const connection = connectionOf(socket);
  if (connection.isOver) return;
  const request = new NodeRequest(message, sendContinue);
  const error = headError(message);
  connection.enqueue(async (done) => {
    response.once('close', done);
    const reply =
      error === undefined
        ? await handler.handle(request, response)
        : handler.refuse(error.code, error.message, request);
    if (reply === undefined) return;
    setImmediate(send, connection, response, reply); // the replies of a turn leave together: without this, a get costs half as much again under load
  }, request);
  // The bytes after a faulty head cannot be parsed safely, and Node drops those after an Upgrade request.
  if (error?.code === 'invalid_request' || message.headers.upgrade !== undefined) connection.ignoreRest();
}

/** Sends a reply; Node leaves the body out for HEAD, and ignores what is written for a client that is gone. */
function send(connection: Connection, response: ServerResponse, { status, headers, body }: Reply): void {
  if (response.headersSent) return; // the server that mounts the listener has answered meanwhile
  const fields: string[] = []; // a flat list saves a seventh of a get, compared with an object
  for (const name in headers) fields.push(name, headers[name] ?? '');
  if (status !== 204) fields.push('Content-Length', String(Buffer.byteLength(body)));
  if (connection.isLastReply) fields.push('Connection', 'close');
  response.writeHead(status, fields);
  response.end(body);
  const { socket } = response;
  if (socket !== null && socket.writableLength > 0) socket.setTimeout(stallTimeout); // Node sets it back after the reply
}
