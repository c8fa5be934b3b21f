import { bodyAborted, type HttpHandler, type HttpRequest, type Reply, type WireErrorCode } from '@petstore/http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { headError } from './head-error.ts';
import { NodeRequest } from './node-request.ts';
import { setImmediate, setTimeout } from './timers.ts';

/** The `/v1` interface, or a handler that may also answer on the response of node:http itself. */
export interface NodeHandler {
  /**
   * Makes the reply to what never reaches `handle`: a wrong head, or bytes that the parser refuses.
   *
   * @param request absent if the parser has refused it
   * @param socket the connection that it arrived on
   */
  refuse(code: WireErrorCode, message: string, request: Parameters<HttpHandler['refuse']>[2], socket: Duplex): Reply;
  /** Answers a request. Returns `undefined` if it has answered, or will, on the response or its socket. It never rejects. */
  handle(request: HttpRequest, response: ServerResponse): Promise<Reply | undefined>;
}

/** Answers one request, and calls back once the reply is sent or the connection closed. It never rejects. */
export type Answer = (done: () => void) => void | Promise<void>;

/** One request in progress and 16 waiting. With more, the connection is paused; those that Node has already read still arrive. */
const mostUnanswered = 17;

/** How long a client may stop reading a reply, in milliseconds. */
const stallTimeout = 10_000;

/**
 * How long a connection stays open for what its client still sends after the last reply, in milliseconds. Closing it at once
 * would make the client's system drop a reply that the client has not read yet (RFC 9112, section 9.6).
 */
export const lingerTime = 1_000;

const connections = new WeakMap<Duplex, Connection>();

export function connectionOf(socket: Duplex): Connection {
  const known = connections.get(socket);
  if (known !== undefined) return known;
  const connection = new Connection(socket);
  connections.set(socket, connection);
  return connection;
}

/** One connection. Its requests are answered one at a time, in order. */
export class Connection {
  private readonly socket: Duplex;
  /** The requests that are not answered yet: the first is being answered, and the others wait. */
  private readonly answers: Answer[] = [];
  /** Absent if the parser has refused the newest request. */
  newestRequest: NodeRequest | undefined;
  /** Whether it closes once everything that waits is answered. Requests that arrive now are ignored. */
  isClosing = false;

  constructor(socket: Duplex) {
    this.socket = socket;
    // Node resumes the socket after each request that it has parsed.
    socket.on('resume', () => {
      if (this.answers.length > mostUnanswered) socket.pause();
    });
  }

  /** How many requests have arrived and are not answered yet. */
  get pendingRequests(): number {
    return this.answers.length;
  }

  /** Whether the connection closes after the reply that is sent now. */
  get isLastReply(): boolean {
    return this.isClosing && this.answers.length === 1;
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
    this.enqueue(async (done) => {
      response.on('close', () => {
        request.failBody(bodyAborted);
        done();
      });
      const reply =
        error === undefined
          ? await handler.handle(request, response)
          : handler.refuse(error.code, error.message, request, this.socket);
      if (reply === undefined) return;
      // The replies of one turn of the event loop leave together: sent at once, a create would cost 1.4 times as much under load.
      setImmediate(send, this, response, reply);
    }, request);
    // The bytes after an invalid head cannot be parsed safely, and Node drops those after an Upgrade request.
    if (error?.code === 'invalid_request' || message.headers.upgrade !== undefined) this.closeAfterLast();
  }

  /**
   * Queues what answers a request.
   *
   * @param request absent if the parser has refused it
   */
  enqueue(answer: Answer, request?: NodeRequest): void {
    const { socket, answers } = this;
    this.newestRequest = request;
    answers.push(answer);
    if (answers.length === 1) void answer(this.answerNext);
    else if (answers.length > mostUnanswered) socket.pause();
  }

  /** Closes the connection once everything that waits is answered, an idle one at once. Ignores what still arrives. */
  closeAfterLast(): void {
    this.isClosing = true;
    if (this.answers.length === 0) this.end();
  }

  /** Drops the requests that wait behind the reply that is sent now, because the connection closes after it. */
  dropWaiting(): void {
    this.isClosing = true;
    this.answers.length = 1;
  }

  /** Called when the first request is answered. */
  private readonly answerNext = (): void => {
    const { socket, answers } = this;
    answers.shift();
    if (socket.destroyed) answers.length = 0; // nobody would receive the replies
    if (answers.length === mostUnanswered) socket.resume();
    const [next] = answers;
    if (next !== undefined) void next(this.answerNext);
    else if (this.isClosing) this.end();
  };

  /** Closes the connection once everything that was written is sent. */
  private end(): void {
    const socket: Partial<Duplex> = this.socket; // that of Fastify's `inject` lacks some methods
    socket.end?.(() => this.socket.destroy());
  }
}

/** Sends a reply. Node ignores what is written for a client that is gone. */
function send(connection: Connection, response: ServerResponse, { status, headers, body }: Reply): void {
  if (response.headersSent) return; // the server that mounts the listener has answered meanwhile
  const fields: string[] = []; // a flat list saves about a tenth of a reply, compared with an object
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
