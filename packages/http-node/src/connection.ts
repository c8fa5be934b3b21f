import type { Duplex } from 'node:stream';
import type { NodeRequest } from './node-request.ts';

/** While more requests of one connection wait, nothing more is read from it, so memory is bounded. */
const mostWaiting = 16;

/** Answers one request, and calls back once the reply is sent or the connection closed. It never rejects. */
export type Answer = (done: () => void) => void | Promise<void>;

const connections = new WeakMap<Duplex, Connection>();

/** The connection of a socket. */
export function connectionOf(socket: Duplex): Connection {
  const known = connections.get(socket);
  if (known !== undefined) return known;
  const connection = new Connection(socket);
  connections.set(socket, connection);
  return connection;
}

/** What one connection still has to answer. Its requests are answered one at a time, in order. */
export class Connection {
  private readonly socket: Duplex;
  private readonly waiting: Answer[] = [];
  private lastRequest: NodeRequest | undefined;
  private isBusy = false;
  private isPaused = false;
  private isClosing = false;
  private ignoresRest = false;

  constructor(socket: Duplex) {
    this.socket = socket;
    // Node resumes the socket after each request that it has parsed.
    socket.on('resume', () => {
      if (this.isPaused) socket.pause();
    });
  }

  /** Whether requests that arrive now are ignored. */
  get isOver(): boolean {
    return this.ignoresRest;
  }

  /** Whether the connection closes after the reply that is sent now. */
  get isLastReply(): boolean {
    return this.isClosing && this.waiting.length === 0;
  }

  /** The request that arrived last, if it has not arrived to its end. */
  get unfinishedRequest(): NodeRequest | undefined {
    return this.lastRequest?.isComplete === false ? this.lastRequest : undefined;
  }

  /**
   * Queues a request.
   *
   * @param request absent if the parser has refused it
   */
  enqueue(answer: Answer, request?: NodeRequest): void {
    this.lastRequest = request;
    this.waiting.push(answer);
    if (!this.isBusy) this.answerNext();
    else if (this.waiting.length > mostWaiting) {
      this.isPaused = true;
      this.socket.pause();
    }
  }

  /** Closes the connection once everything that waits is answered: an idle one at once. */
  closeAfterLast(): void {
    this.isClosing = true;
    if (!this.isBusy) this.end();
  }

  /** Ignores the requests that still arrive, and closes the connection once everything that waits is answered. */
  ignoreRest(): void {
    this.ignoresRest = true;
    this.closeAfterLast();
  }

  private answerNext(): void {
    const { socket, waiting } = this;
    if (socket.destroyed) waiting.length = 0; // nobody would receive the replies
    if (this.isPaused && waiting.length <= mostWaiting) {
      this.isPaused = false;
      socket.resume();
    }
    const answer = waiting.shift();
    this.isBusy = answer !== undefined;
    if (answer !== undefined) {
      void answer(() => {
        this.answerNext();
      });
    } else if (this.isClosing) this.end();
  }

  /** What was written is still sent; a request that arrives now could not be answered. */
  private end(): void {
    this.ignoresRest = true;
    this.socket.end(() => this.socket.destroy());
  }
}
