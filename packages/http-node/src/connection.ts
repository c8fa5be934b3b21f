import { bodyAborted, type PetStoreHandler, type HttpRequest, type HttpResponse } from '@petstore/http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { findHeadError } from './head-error.ts';
import { NodeRequest } from './node-request.ts';
import { endWithResponse, sendResponse } from './send-response.ts';
import { setImmediate } from './timers.ts';

/*
 * Who answers what arrives on a connection:
 *
 * - A request: `handle` of the handler (see `Connection.serve`).
 * - A head that this server does not support (head-error.ts): `respondWithError` of the handler.
 * - Bytes that Node's parser refuses (parser-error.ts): `respondWithError`. Inside a body: `handle`, for which reading the body
 *   returns the error.
 *
 * Requests of one connection are answered one at a time, in order: see decisions/one-request-at-a-time.md.
 */

/** What answers the requests of a connection: the `/v1` interface, or a handler that may also use the response of node:http. */
export interface ConnectionHandler
  extends Partial<Pick<PetStoreHandler, 'apiKey'>>, Pick<PetStoreHandler, 'respondWithError'> {
  /** Answers a request. Returns `undefined` if it answers on the response or its socket itself. It never throws or rejects. */
  handle(request: HttpRequest, response: ServerResponse): Promise<HttpResponse | undefined>;
}

/** The max number of unanswered requests of a connection: one in progress and 16 waiting. With more, its socket is paused. */
const maxPending = 17;

const connections = new WeakMap<Duplex, Connection>();

export function getOrCreateConnection(socket: Duplex): Connection {
  const known = connections.get(socket);
  if (known !== undefined) return known;
  const connection = new Connection(socket);
  connections.set(socket, connection);
  return connection;
}

export class Connection {
  /** A function for each unanswered request, which begins its answer. The first one has been called. */
  private readonly queue: (() => void)[] = [];
  /** The request that arrived last; absent if the parser has refused it. */
  newestRequest: NodeRequest | undefined;
  /**
   * It never goes back:
   *
   * - `open`: takes requests.
   * - `draining`: ignores new requests, and closes once the waiting ones are answered. So it is after a request behind which nothing can be
   *   read, and when the server stops.
   * - `ending`: drops the waiting requests too, and closes after the current response. So it is once that response says `Connection: close`.
   */
  state: 'open' | 'draining' | 'ending' = 'open';

  constructor(private readonly socket: Duplex) {
    // Node resumes the socket after each request. Pause it again while 17 wait, because each is kept in memory.
    socket.on('resume', () => {
      if (this.isFull()) socket.pause();
    });
  }

  /** Whether nothing has arrived yet. Bun does not count bytes: there, a connection with part of a head counts as silent. */
  get isSilent(): boolean {
    return (this.socket as Partial<Socket>).bytesRead === 0 && this.newestRequest === undefined;
  }

  /** Whether so many requests wait that nothing more is read. */
  private isFull(): boolean {
    return this.queue.length > maxPending;
  }

  /** How many requests have arrived and are not answered yet. */
  get pendingRequests(): number {
    return this.queue.length;
  }

  /**
   * Queues a request of node:http, and answers it.
   *
   * @param isHosted whether it is one of a host. Its response is sent at once, in the AsyncLocalStorage of the request if it did not wait
   */
  serve(handler: ConnectionHandler, message: IncomingMessage, response: ServerResponse, isHosted = false): void {
    if (this.state !== 'open' || response.closed) return; // closed: the host has already answered
    const request = new NodeRequest(message);
    const error = findHeadError(request);
    const answer = (made: HttpResponse | undefined) => {
      if (made === undefined) return;
      if (isHosted) this.send(response, made);
      else sendSoon(() => this.send(response, made));
    };
    const begin = () => {
      response.on('close', () => {
        if (!message.readableEnded) request.failBody(bodyAborted);
        this.next();
      });
      if (error === undefined) void handler.handle(request, response).then(answer);
      else answer(handler.respondWithError(error.code, error.message, request));
    };
    // Close afterwards. After an invalid head, nobody knows where the next request begins. After an Upgrade, Node discards what follows.
    if (error?.code === 'invalid_request' || message.headers.upgrade !== undefined) this.state = 'draining';
    this.enqueue(begin, request);
  }

  /** Queues a response for which Node has no ServerResponse. The connection closes after it. */
  sendLastResponse(makeResponse: () => HttpResponse): void {
    const { socket } = this;
    this.enqueue(() => {
      if (!socket.writable) {
        this.next(); // an earlier response was the last one
        return;
      }
      socket.on('close', () => this.next());
      endWithResponse(socket, makeResponse());
    });
    this.drain();
  }

  /** Takes no more requests, and closes once the waiting ones are answered; an idle connection closes at once. */
  drain(): void {
    if (this.state === 'open') this.state = 'draining';
    if (this.queue.length === 0) this.end();
  }

  private send(response: ServerResponse, made: HttpResponse): void {
    if (response.headersSent) return; // the host has answered meanwhile
    const isLast = this.state !== 'open' && this.queue.length === 1;
    if (isLast) response.shouldKeepAlive = false; // node:http sends `Connection: close`
    sendResponse(response, made);
    if (!response.shouldKeepAlive) this.state = 'ending';
  }

  private enqueue(begin: () => void, request?: NodeRequest): void {
    this.newestRequest = request;
    this.queue.push(begin);
    if (this.isFull()) this.socket.pause();
    if (this.queue.length === 1) this.begin();
  }

  /** Ends the turn of the current request: its response is sent, or its client is gone. */
  private next(): void {
    const wasFull = this.isFull();
    this.queue.shift();
    if (this.state === 'ending' || this.socket.destroyed) this.queue.length = 0;
    if (wasFull && !this.isFull()) this.socket.resume();
    this.begin();
  }

  private begin(): void {
    const [begin] = this.queue;
    if (begin !== undefined) begin();
    else if (this.state !== 'open') this.end();
  }

  /** Closes the connection once all written bytes are sent. */
  private end(): void {
    const socket: Partial<Duplex> = this.socket; // the socket of Fastify's `inject` lacks some methods
    socket.end?.(() => this.socket.destroy());
  }
}

const waiting: (() => void)[] = [];

/**
 * Calls a function at the end of this turn of the event loop, after those that were passed before. All responses of a turn are sent
 * together (measured: bench/README.md).
 *
 * @param send must not throw
 */
function sendSoon(send: () => void): void {
  if (waiting.push(send) === 1) setImmediate(sendAll);
}

function sendAll(): void {
  for (const send of waiting.splice(0)) send();
}
