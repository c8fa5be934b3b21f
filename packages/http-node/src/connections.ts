import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { endsConnection, versionOrHostFault } from './head-fault.ts';
import { clearInterval, clearTimeout, setInterval, setTimeout } from './timers.ts';

/** The connections of a server and what each still has to answer. */
export interface Connections {
  /**
   * Follows a request, and starts to answer it: at once, or behind those that its connection has still to answer where one
   * of them or it changes something (RFC 9112, section 9.3.2), or where they are many. So what a client makes the server work
   * on and keep does not grow with what it asks for without reading. Never behind a request that ends its connection.
   */
  inTurn(request: IncomingMessage, response: ServerResponse, start: () => void): void;
  /**
   * Ends a connection on which something came that is no request: once everything that was asked before is answered.
   *
   * @param end told whether what came is a part of a request that is answered already, so that no other reply may follow
   */
  endAfterAnswers(socket: Duplex, end: (alreadyAnswered: boolean) => void): void;
  /**
   * Lets every connection go as soon as it has answered what it was asked: at once where that is nothing, the idle and
   * the silent ones. What is not answered within the deadline, or not even asked to its end, is cut off.
   *
   * @param deadline in milliseconds
   */
  drain(deadline: number): Promise<void>;
}

/** How long a client may read nothing of an answer, in milliseconds; from its first byte on, up to 2.5 times as long. */
const stallTimeout = 10_000;

/** How many requests of one connection are worked on at once. */
const mostAtOnce = 10;

/** How many requests of one connection may wait; node:http itself reads on while nothing is answered. */
const mostWaiting = 4_096;

/** A request that can be started. */
interface Turn {
  readonly isSafe: boolean;
  readonly start: () => void;
}

/** What a connection still has to answer. */
interface Pending {
  readonly socket: Socket;
  /** In the order in which they were asked, which is the one in which they are answered. */
  readonly responses: Set<ServerResponse>;
  /** The last of them, which wait for their turn. */
  readonly waiting: Turn[];
  /** Whether one that is worked on may change something. */
  isChanging: boolean;
  /** Whether a request came that ends the connection. */
  isOver: boolean;
  /** How many bytes had arrived when the last response was sent: more since then are the beginning of a request. */
  bytesAnswered: number;
  /** The last request that was answered, where it had not come to its end by then. */
  answeredEarly?: IncomingMessage | undefined;
  /** Ends the connection once everything is answered. */
  end?: (alreadyAnswered: boolean) => void;
}

/** Follows the connections of a server from now on. */
export function trackConnections(server: Server): Connections {
  const connections = new Map<Duplex, Pending>();
  let draining = false;

  server.on('connection', (socket) => {
    connections.set(socket, {
      socket,
      responses: new Set(),
      waiting: [],
      isChanging: false,
      isOver: false,
      bytesAnswered: 0,
    });
    socket.once('close', () => connections.delete(socket));
  });

  const closed = (pending: Pending, request: IncomingMessage, response: ServerResponse) => {
    const { socket, responses } = pending;
    responses.delete(response);
    pending.bytesAnswered = socket.bytesRead;
    pending.answeredEarly = request.complete ? undefined : request;
    startNext(pending);
    if (pending.end !== undefined) endWhereAnswered(pending);
    else if (draining && responses.size === 0) socket.destroySoon();
  };

  // Only who has left an answer unread for a while gets a clock of its own: to wind one up for each request costs too much.
  server.once('listening', () => {
    const stalls = setInterval(() => {
      for (const { socket } of connections.values()) {
        if (socket.writableLength > 0 && socket.timeout !== stallTimeout) socket.setTimeout(stallTimeout);
      }
    }, stallTimeout / 2).unref();
    server.once('close', () => {
      clearInterval(stalls);
    });
  });

  // Beside this listener, node:http lets nobody go for being silent. While a request is on its way, another clock runs.
  server.on('timeout', (socket: Socket) => {
    const pending = connections.get(socket);
    const isIdle = pending?.responses.size === 0 && pending.bytesAnswered > 0;
    if (isIdle || socket.writableLength > 0) socket.destroy();
  });

  return {
    inTurn(request, response, start) {
      const { socket } = request;
      const pending = connections.get(socket);
      // A request that comes after the connection was ended could be carried out, but not answered.
      if (pending === undefined || pending.isOver || !socket.writable) return;
      pending.responses.add(response);
      response.on('close', () => {
        closed(pending, request, response);
      });
      if (draining) closeAfterLast(pending);
      pending.isOver = endsConnection(request) || versionOrHostFault(request) !== undefined;
      if (pending.waiting.push({ isSafe: isSafe(request), start }) > mostWaiting) socket.destroy();
      else startNext(pending);
    },
    endAfterAnswers(socket, end) {
      const pending = connections.get(socket);
      if (pending === undefined) return;
      pending.end = end;
      endWhereAnswered(pending);
    },
    async drain(deadline) {
      draining = true;
      const closed = refuseConnections(server);
      for (const pending of connections.values()) {
        const { socket, responses, bytesAnswered } = pending;
        if (responses.size > 0) closeAfterLast(pending);
        else if (socket.bytesRead === bytesAnswered) socket.destroySoon();
      }
      const timer = setTimeout(() => {
        for (const socket of connections.keys()) socket.destroy();
      }, deadline);
      await closed;
      clearTimeout(timer);
      server.close(); // stops the clock that looked for slow requests
    },
  };
}

/** Starts what waits, as long as it may: safe requests beside each other, any other alone. */
function startNext(pending: Pending): void {
  const { responses, waiting } = pending;
  for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
    const working = responses.size - waiting.length;
    if (working > 0 && (pending.isChanging || !next.isSafe || working >= mostAtOnce)) return;
    waiting.shift();
    pending.isChanging = !next.isSafe;
    next.start();
  }
}

function isSafe({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}

/** Says in the last response of a connection that no other will follow, and in no earlier one, which would end it there. */
function closeAfterLast({ responses }: Pending): void {
  const last = [...responses].at(-1);
  for (const response of responses) {
    if (response.headersSent) continue;
    if (response === last) response.setHeader('Connection', 'close');
    else if (response.hasHeader('Connection')) response.setHeader('Connection', 'keep-alive'); // it was the last one before
  }
}

/** Ends a connection unless it owes an answer. A request that did not come to its end is owed none but the refusal. */
function endWhereAnswered({ responses, answeredEarly, end }: Pending): void {
  for (const response of responses) if (response.req.complete || response.headersSent) return;
  end?.(answeredEarly?.complete === false);
}

/**
 * Stops to listen; resolves once the last connection is closed. The `close` of node:http would also cut off each response
 * that a slow client has not yet received to its end.
 */
function refuseConnections(server: Server): Promise<void> {
  return new Promise((resolve) => {
    NetServer.prototype.close.call(server, () => {
      resolve();
    });
  });
}
