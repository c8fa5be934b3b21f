import { bodyAborted, type HttpHandler, type HttpRequest, type Reply, type WireErrorCode } from '@petstore/http';
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import * as timers from 'node:timers';
import { headError } from './head-error.ts';
import { NodeRequest } from './node-request.ts';

/*
 * Who answers what arrives on a connection:
 *
 * - a request: the `handle` of the handler (`Connection.serve`)
 * - a request whose head this server does not support (head-error.ts): `refuse`, in its turn
 * - bytes that the parser of Node refuses (parser-error.ts): `refuse`, in its turn; inside a body, they become the error of that body,
 *   and the handler answers its request
 * - CONNECT (tunnels.ts): `refuse`, in its turn
 *
 * Requests of one connection are answered one at a time, in order: a server may process pipelined requests in parallel only if
 * all of them are safe (RFC 9112, section 9.3.2). The others wait with their bodies unread.
 */

/** The `/v1` interface, or a handler that may also answer on the response of node:http itself. */
export interface NodeHandler {
  /**
   * Makes the reply to what never reaches `handle`: a wrong head, CONNECT, or bytes that the parser refuses.
   *
   * @param request absent if the parser has refused it
   * @param socket the connection that it arrived on
   */
  refuse(code: WireErrorCode, message: string, request: Parameters<HttpHandler['refuse']>[2], socket: Duplex): Reply;
  /** Answers a request. Returns `undefined` if it has answered, or will, on the response or its socket. It never rejects. */
  handle(request: HttpRequest, response: ServerResponse): Promise<Reply | undefined>;
}

/** Node's timers as they were when this module was loaded: a test that fakes its timers must not stop the server. */
export const { clearTimeout, setImmediate, setTimeout } = timers;

/** How many requests of a connection may be unanswered: one in progress and 16 waiting. With more, its socket is paused. */
const maxPending = 17;

/** How long a client may stop reading a reply, in milliseconds. */
const stallTimeout = 10_000;

/**
 * How long a connection stays open for what its client still sends after the last reply, in milliseconds. Closing it at once
 * would make the client's system drop a reply that the client has not read yet (RFC 9112, section 9.6).
 */
const lingerTime = 1_000;

const connections = new WeakMap<Duplex, Connection>();

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
  /** Resolves once every request that has arrived is answered or dropped. */
  private queue = Promise.resolve();
  /** How many requests have arrived and are not answered yet. */
  pendingRequests = 0;
  /** The request that arrived last; absent if the parser has refused it. */
  newestRequest: NodeRequest | undefined;
  /** Whether it closes once everything that waits is answered. Requests that arrive now are ignored. */
  isClosing = false;
  /** Whether the requests that wait are dropped, because the reply that is sent now is the last one. */
  private dropsWaiting = false;

  constructor(socket: Duplex) {
    this.socket = socket;
    // The pause exists because the requests that wait are kept in memory. Node resumes the socket after each request that it has
    // parsed, so it is paused again. Those that Node has already read still arrive.
    socket.on('resume', () => {
      if (this.pendingRequests > maxPending) socket.pause();
    });
  }

  /** Whether the connection closes after the reply that is sent now. */
  get isLastReply(): boolean {
    return this.isClosing && this.pendingRequests === 1;
  }

  /**
   * Queues a request of node:http, and answers it.
   *
   * @param sendContinue sends `100 Continue` to a client that waits for it; absent if node:http sends it by itself
   */
  serve(handler: NodeHandler, message: IncomingMessage, response: ServerResponse, sendContinue?: () => void): void {
    if (this.isClosing || response.closed) return; // the server that mounts the listener may have answered before
    const request = new NodeRequest(message, sendContinue);
    const error = headError(request);
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
          : handler.refuse(error.code, error.message, request, this.socket);
      // The replies of one turn of the event loop leave together (measured: bench/README.md).
      if (reply !== undefined) setImmediate(send, this, response, reply);
      await closed;
    }, request);
    // The bytes after an invalid head cannot be parsed safely, and Node drops those after an Upgrade request.
    if (error?.code === 'invalid_request' || message.headers.upgrade !== undefined) this.closeAfterLast();
  }

  /** Queues a last reply for which Node has no ServerResponse, and closes the connection after it. */
  refuse(makeReply: () => Reply): void {
    const { socket } = this;
    this.enqueue(async () => {
      if (!socket.writable) return; // the last reply is sent
      const closed = new Promise((resolve) => socket.on('close', resolve));
      setTimeout(() => socket.destroy(), lingerTime).unref(); // until then, what the client still sends is discarded
      socket.resume().end(replyText(makeReply()));
      await closed;
    });
  }

  /** Closes the connection once everything that waits is answered, an idle one at once. Ignores what still arrives. */
  closeAfterLast(): void {
    this.isClosing = true;
    if (this.pendingRequests === 0) this.end();
  }

  /** Drops the requests that wait behind the reply that is sent now, because the connection closes after it. */
  dropWaiting(): void {
    this.isClosing = true;
    this.dropsWaiting = true;
  }

  /**
   * Queues what answers a request.
   *
   * @param answer resolves once the reply is sent, or the connection closed. It never rejects
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

  /** Closes the connection once everything that was written is sent. */
  private end(): void {
    const socket: Partial<Duplex> = this.socket; // that of Fastify's `inject` lacks some methods
    socket.end?.(() => this.socket.destroy());
  }
}

/** Sends a reply. Node ignores what is written for a client that is gone. */
function send(connection: Connection, response: ServerResponse, { status, headers, body }: Reply): void {
  if (response.headersSent) return; // the server that mounts the listener has answered meanwhile
  const fields: string[] = []; // flat, not an object (measured: bench/README.md)
  for (const name in headers) fields.push(name, headers[name] ?? '');
  if (status !== 204) fields.push('Content-Length', String(Buffer.byteLength(body)));
  if (connection.isLastReply) response.shouldKeepAlive = false; // node:http sends `Connection: close`
  response.writeHead(status, fields);
  // For a client that waits for `100 Continue` and got a reply instead: what it sends now may be a body or a request.
  if (!response.shouldKeepAlive) connection.dropWaiting();
  const { method, complete, socket: from } = response.req;
  const text = method === 'HEAD' ? '' : body;
  if (response.shouldKeepAlive || complete || from.readableEnded) response.end(text);
  else endAfterRequest(response, text);
  const socket = response.socket as Partial<Socket> | null; // that of Fastify's `inject` lacks some methods
  if (socket?.writableLength) socket.setTimeout?.(stallTimeout); // Node sets it back after the reply
}

/** Sends the last reply of a connection, and ends it once the rest of its request is discarded. */
function endAfterRequest(response: ServerResponse, text: string): void {
  const { req: message } = response;
  const end = () => response.end();
  response.flushHeaders();
  if (text !== '') response.write(text);
  setTimeout(end, lingerTime).unref();
  message.on('close', end).resume();
  message.socket.on('end', end); // after an error of the parser, the message does not close
}

function replyText({ status, headers, body }: Reply): string {
  const fields = { ...headers, 'Content-Length': Buffer.byteLength(body), Connection: 'close' };
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${head.join('')}\r\n${body}`;
}
