import type { Duplex } from 'node:stream';
import type { NodeRequest } from './node-request.ts';

/** While more requests of one connection wait, nothing more is read from it, so memory is bounded. */
const mostWaiting = 16;

/** What one connection still has to answer. */
export interface Connection {
  /** The request that arrived last, perhaps not yet to its end. */
  lastRequest?: NodeRequest;
  /** Whether later requests are ignored. */
  isOver: boolean;
  /** Whether the connection closes once no request waits. */
  isClosing: boolean;
  /** Whether a request is being answered. */
  isBusy: boolean;
  /** The requests that wait, in order. */
  readonly waiting: Answer[];
}

/** Answers one request, and calls back once the reply is sent or the connection closed. */
export type Answer = (done: () => void) => void;

const connections = new WeakMap<Duplex, Connection>();

/** The state of a connection. */
export function connectionOf(socket: Duplex): Connection {
  const known = connections.get(socket);
  if (known !== undefined) return known;
  const connection: Connection = { isOver: false, isClosing: false, isBusy: false, waiting: [] };
  connections.set(socket, connection);
  // Node resumes the socket after each request that it has parsed.
  socket.on('resume', () => {
    if (connection.waiting.length > mostWaiting) socket.pause();
  });
  return connection;
}

/** Queues a request. Requests on one connection are answered one at a time, in order. */
export function enqueue(socket: Duplex, connection: Connection, answer: Answer): void {
  connection.waiting.push(answer);
  if (!connection.isBusy) answerNext(socket, connection);
  else if (connection.waiting.length > mostWaiting) socket.pause();
}

function answerNext(socket: Duplex, connection: Connection): void {
  const { waiting, isClosing } = connection;
  if (socket.destroyed) waiting.length = 0;
  if (waiting.length === mostWaiting) socket.resume();
  const answer = waiting.shift();
  connection.isBusy = answer !== undefined;
  if (answer !== undefined) {
    answer(() => {
      answerNext(socket, connection);
    });
  } else if (isClosing) end(socket, connection);
}

/** Closes a connection once everything that waits is answered: an idle one at once. */
export function closeAfterLast(socket: Duplex): void {
  const connection = connectionOf(socket);
  connection.isClosing = true;
  if (!connection.isBusy) end(socket, connection);
}

/** Ends a connection. What was written is still sent; a request that arrives now could not be answered. */
function end(socket: Duplex, connection: Connection): void {
  connection.isOver = true;
  socket.end(() => socket.destroy());
}
