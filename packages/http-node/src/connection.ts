import type { Duplex } from 'node:stream';
import type { NodeRequest } from './node-request.ts';

/** How many requests of one connection may wait. Beyond them nothing is read, so memory is bounded. */
const mostWaiting = 16;

/** What one connection still has to answer. */
export interface Connection {
  /** The request that arrived last, perhaps not yet to its end. */
  lastRequest?: NodeRequest;
  /** Whether nothing that still arrives is a request. */
  isOver: boolean;
  /** Whether the connection closes once everything that waits is answered. */
  isClosing: boolean;
  /** Whether a request is being answered. */
  isBusy: boolean;
  /** The requests that wait, in order. */
  readonly waiting: Answer[];
}

/** Answers one request. Resolves once the reply is sent or the connection closed; never rejects. */
export type Answer = () => Promise<void>;

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
export async function enqueue(socket: Duplex, connection: Connection, answer: Answer): Promise<void> {
  const { waiting } = connection;
  waiting.push(answer);
  if (connection.isBusy) {
    if (waiting.length > mostWaiting) socket.pause();
    return;
  }
  connection.isBusy = true;
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    await next();
    if (socket.destroyed) waiting.length = 0;
    if (waiting.length === mostWaiting) socket.resume();
  }
  connection.isBusy = false;
  if (connection.isClosing) end(socket, connection);
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
