import { bodyAborted, type HttpHandler, type HttpRequest, type HttpResponse, type HttpErrorCode } from '@petstore/http';
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { findHeadError } from './head-error.ts';
import { NodeRequest } from './node-request.ts';
import { setImmediate, setTimeout } from './timers.ts';

/*
 * Who answers what arrives on a connection:
 *
 * - A request: `handle` of the handler (see `Connection.serve`).
 * - A head that this server does not support (head-error.ts): `respondWithError` of the handler.
 * - Bytes that Node's parser refuses (parser-error.ts): `respondWithError`. Inside a body: `handle`, for which reading the body
 *   returns the error.
 * - CONNECT (connect-requests.ts): `respondWithError`.
 *
 * Requests of one connection are answered one at a time, in order: a server may process pipelined requests in parallel only if
 * all of them are safe (RFC 9112, section 9.3.2). The others wait, and their bodies stay unread.
 */

/** What answers the requests of a connection: the `/v1` interface, or a handler that may also use the response of node:http. */
export interface NodeHandler {
  /**
   * Makes the response to a request that never reaches `handle`: one with a wrong head, CONNECT, or malformed bytes.
   *
   * @param request absent if the parser has refused it
   * @param socket the connection of the request
   */
  respondWithError(
    code: HttpErrorCode,
    message: string,
    request: Parameters<HttpHandler['respondWithError']>[2],
    socket: Duplex,
  ): HttpResponse;
  /** Answers a request. Returns `undefined` if it answers on the response or its socket itself. It never rejects. */
  handle(request: HttpRequest, response: ServerResponse): Promise<HttpResponse | undefined>;
}

/** The max number of unanswered requests of a connection: one in progress and 16 waiting. With more, its socket is paused. */
const maxPending = 17;

/** How long a client may stop reading a response, in milliseconds. Then the connection is closed. */
const stallTimeout = 10_000;

/**
 * How long the server keeps reading after the last response of a connection, in milliseconds. If it closed at once, the client's
 * system could drop a response that the client has not read yet (RFC 9112, section 9.6).
 */
const lingerTime = 1_000;

const connections = new WeakMap<Duplex, Connection>();

/** Returns the connection of a socket; makes it at the first call. */
export function getOrCreateConnection(socket: Duplex): Connection {
  const known = connections.get(socket);
  if (known !== undefined) return known;
  const connection = new Connection(socket);
  connections.set(socket, connection);
  return connection;
}

/** One connection, and the queue of its requests. */
export class Connection {
  private readonly socket: Duplex;
  /** Resolves once all requests that have arrived are answered or dropped. */
  private queue = Promise.resolve();
  /** How many requests have arrived and are not answered yet. */
  pendingRequests = 0;
  /** The request that arrived last; absent if the parser has refused it. */
  newestRequest: NodeRequest | undefined;
  /** Whether it closes once all waiting requests are answered. Requests that arrive now are ignored. */
  isClosing = false;
  /** Whether the waiting requests are dropped, because the current response is the last one. */
  private dropsWaiting = false;

  constructor(socket: Duplex) {
    this.socket = socket;
    // Pause, because waiting requests are kept in memory. Node resumes the socket after each parsed request, so pause it again.
    // Requests that Node has already read still arrive.
    socket.on('resume', () => {
      if (this.pendingRequests > maxPending) socket.pause();
    });
  }

  /** Whether the connection closes after the current response. */
  get isLastResponse(): boolean {
    return this.isClosing && this.pendingRequests === 1;
  }

  /**
   * Queues a request of node:http, and answers it.
   *
   * @param sendContinue sends `100 Continue` to a client that waits for it; absent if node:http sends it by itself
   */
  serve(handler: NodeHandler, message: IncomingMessage, response: ServerResponse, sendContinue?: () => void): void {
    if (this.isClosing || response.closed) return; // closed: the host has already answered
    const request = new NodeRequest(message, sendContinue);
    const error = findHeadError(request);
    this.enqueue(async () => {
      const closed = new Promise<void>((resolve) => {
        response.on('close', () => {
          request.failBody(bodyAborted);
          resolve();
        });
      });
      const reply =
        error === undefined
          ? await handler.handle(request, response)
          : handler.respondWithError(error.code, error.message, request, this.socket);
      // Batch the responses of one event-loop turn (measured: bench/README.md).
      if (reply !== undefined) setImmediate(send, this, response, reply);
      await closed;
    }, request);
    // Bytes after an invalid head cannot be parsed safely. Node drops bytes after an Upgrade request.
    if (error?.code === 'invalid_request' || message.headers.upgrade !== undefined) this.closeAfterLast();
  }

  /** Queues a response for which Node has no ServerResponse. The connection closes after it. */
  sendLastResponse(makeResponse: () => HttpResponse): void {
    const { socket } = this;
    this.enqueue(async () => {
      if (!socket.writable) return; // an earlier response was the last one
      const closed = new Promise((resolve) => socket.on('close', resolve));
      setTimeout(() => socket.destroy(), lingerTime).unref(); // until then, further bytes of the client are discarded
      socket.resume().end(formatResponse(makeResponse()));
      await closed;
    });
  }

  /** Closes the connection once all waiting requests are answered; an idle one at once. Requests that arrive now are ignored. */
  closeAfterLast(): void {
    this.isClosing = true;
    if (this.pendingRequests === 0) this.end();
  }

  /** Drops the waiting requests, because the connection closes after the current response. */
  dropWaiting(): void {
    this.isClosing = true;
    this.dropsWaiting = true;
  }

  /**
   * Queues a function that answers a request.
   *
   * @param answer resolves once the response is sent or the connection is closed. It never rejects
   * @param request absent if the parser has refused it
   */
  private enqueue(answer: () => Promise<void>, request?: NodeRequest): void {
    const { socket } = this;
    this.newestRequest = request;
    this.pendingRequests += 1;
    if (this.pendingRequests > maxPending) socket.pause();
    this.queue = this.queue.then(async () => {
      if (!this.dropsWaiting && !socket.destroyed) await answer();
      this.pendingRequests -= 1;
      if (this.pendingRequests === maxPending) socket.resume();
      if (this.pendingRequests === 0 && this.isClosing) this.end();
    });
  }

  /** Closes the connection once all written bytes are sent. */
  private end(): void {
    const socket: Partial<Duplex> = this.socket; // the socket of Fastify's `inject` lacks some methods
    socket.end?.(() => this.socket.destroy());
  }
}

/** Sends a response. If the client is gone, Node ignores it. */
function send(connection: Connection, response: ServerResponse, { status, headers, body }: HttpResponse): void {
  if (response.headersSent) return; // the host has answered meanwhile
  const fields: string[] = []; // flat, not an object (measured: bench/README.md)
  for (const name in headers) fields.push(name, headers[name] ?? '');
  if (status !== 204) fields.push('Content-Length', String(Buffer.byteLength(body)));
  if (connection.isLastResponse) response.shouldKeepAlive = false; // node:http sends `Connection: close`
  response.writeHead(status, fields);
  // A client that waited for `100 Continue` and got a response may now send a body or a request: drop both.
  if (!response.shouldKeepAlive) connection.dropWaiting();
  const { req: message } = response;
  const text = message.method === 'HEAD' ? '' : body;
  const isRequestOver = message.complete || message.socket.readableEnded;
  if (response.shouldKeepAlive || isRequestOver) response.end(text);
  else endAfterRequest(response, text);
  const socket = response.socket as Partial<Socket> | null; // the socket of Fastify's `inject` lacks some methods
  if (socket?.writableLength) socket.setTimeout?.(stallTimeout); // Node resets it after the response
}

/** Sends the last response of a connection, and ends it once the rest of the request is discarded, after 1 s at the latest. */
function endAfterRequest(response: ServerResponse, text: string): void {
  const { req: message } = response;
  const end = () => response.end();
  response.flushHeaders();
  if (text !== '') response.write(text);
  setTimeout(end, lingerTime).unref();
  message.on('close', end).resume();
  message.socket.on('end', end); // after a parser error, the message does not close
}

/** Makes the text of a response in HTTP/1.1, the last one of its connection. */
function formatResponse({ status, headers, body }: HttpResponse): string {
  const fields = { ...headers, 'Content-Length': Buffer.byteLength(body), Connection: 'close' };
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${head.join('')}\r\n${body}`;
}
