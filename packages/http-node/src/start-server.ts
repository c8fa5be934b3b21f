import {
  callStorage,
  closeOnce,
  createPetStore,
  integer,
  milliseconds,
  okAsync,
  parseOptions,
  type PetStorage,
  petStoreOptionsSchema,
  ResultAsync,
  strictObject,
  type StorageFailure,
  withTimeout,
} from '@petstore/core';
import { createDocsPages } from '@petstore/docs-page';
import { createHandler, httpOptionsSchema, type HttpOptions } from '@petstore/http';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import * as z from 'zod/mini';
import { getOrCreateConnection, type ConnectionHandler } from './connection.ts';
import { answerParserErrors } from './parser-error.ts';
import { clearTimeout, setImmediate, setTimeout } from './timers.ts';

/** Options of `startServer`: what it serves, and where. */
export interface ServerOptions extends HttpOptions {
  /** The host name or address to listen on. The default is 127.0.0.1, which only this machine can reach. */
  readonly host?: string | undefined;
  /** The port to listen on, 0 to 65535. The default, 0, takes a free one. Workers of node:cluster share no port. */
  readonly port?: number | undefined;
  /** The storage of the store that the server makes; in memory by default. `close` closes it. */
  readonly storage?: PetStorage | undefined;
  /** Whether to serve a page at `/docs` that describes the operations and has forms that call them; true by default. */
  readonly docs?: boolean | undefined;
  /**
   * How long an idle connection stays open, in milliseconds; 75,000 by default. Common clients and load balancers keep theirs for
   * a shorter time, so they do not send a request while the server closes the connection. `close` closes idle ones at once.
   */
  readonly keepAliveTimeout?: number | undefined;
  /** How long `close` waits for unanswered requests, in milliseconds; 5,000 by default. */
  readonly drainTimeout?: number | undefined;
}

/** Where a server listens, how it stops, and the path before `/v1` in its address. */
type ListenOptions = Pick<
  ServerOptions,
  'host' | 'port' | 'storage' | 'keepAliveTimeout' | 'drainTimeout' | 'basePath'
>;

/** A server that listens. `await using` closes it. */
export interface RunningServer extends AsyncDisposable {
  /** The base address of the interface, such as `http://127.0.0.1:8080/v1`. */
  readonly url: string;
  /** A valid API key: the generated one, or the first of the list; `undefined` if a function decides. */
  readonly apiKey: string | undefined;
  /** The port on which it listens. */
  readonly port: number;
  /** Returns how many requests have arrived and are not answered yet. */
  pendingRequests(): number;
  /**
   * Closes the server, then the storage. It takes no new connection, drops the idle ones, and answers what has arrived, even if Node
   * has not read it yet. After the drain timeout it cuts what is left. A second call returns the same result.
   */
  close(): ResultAsync<void, StorageFailure>;
}

/** A server could not listen. */
export interface ListenFailure {
  readonly code: 'listen_failure';
  /** What failed and what to do about it, for the operator. */
  readonly message: string;
  /** The error of the operating system. */
  readonly cause: unknown;
}

/** What every server of node:http gets: limits on slow clients in milliseconds, and on the size of a head in bytes. */
const nodeServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 16_384,
  joinDuplicateHeaders: true, // by default node:http keeps only the first of two Authorization or Host headers
  requireHostHeader: false, // `findHeadError` checks it: the 400 of node:http has no Error body
} as const;

const listenOptionsSchema = strictObject({
  host: z._default(z.string({ error: 'must be a host name or an address' }).check(z.minLength(1)), '127.0.0.1'),
  port: z._default(integer(0, 65_535, '; 0 takes one that is free'), 0),
  storage: z.optional(petStoreOptionsSchema.shape.storage),
  keepAliveTimeout: z._default(milliseconds(1), 75_000),
  drainTimeout: z._default(milliseconds(0), 5_000),
});

export const serverOptionsSchema = z.extend(httpOptionsSchema, {
  ...listenOptionsSchema.shape,
  store: z.optional(httpOptionsSchema.shape.store),
  docs: z._default(z.boolean(), true),
});

/** Starts an HTTP server for the `/v1` interface, with a store or with a storage. It throws a TypeError if both are missing. */
export function startServer(options: ServerOptions): ResultAsync<RunningServer, ListenFailure> {
  const { host, port, keepAliveTimeout, drainTimeout, ...served } = parseOptions(serverOptionsSchema, options);
  const { storage, basePath } = served;
  const listenOptions = { host, port, storage, keepAliveTimeout, drainTimeout, basePath };
  return startServerWith(createHandler(completeOptions(served)), listenOptions);
}

/**
 * Makes the options of the handler of a server: a store over its storage, if it has one, and the page at `/docs`.
 *
 * @param hasFaults whether the page has a form that lets requests fail: it has if `/v1` is the store of a session
 * @throws TypeError if it has both a store and a storage
 */
export function completeOptions(
  { store, storage, docs = true, pages = [], ...others }: HttpOptions & Pick<ServerOptions, 'storage' | 'docs'>,
  hasFaults = false,
): HttpOptions {
  if (store !== undefined && storage !== undefined) {
    throw new TypeError(
      'Give startServer a store or a storage, not both: with a store, close its storage after the server.',
    );
  }
  return {
    ...others,
    store: storage === undefined ? store : createPetStore({ storage }),
    pages: docs ? [...createDocsPages(hasFaults), ...pages] : pages,
  };
}

/** Starts an HTTP server for a handler. It calls `onConnection` before anything is read from a connection. */
export function startServerWith(
  handler: ConnectionHandler,
  options: ListenOptions,
  onConnection?: (socket: Socket) => void,
): ResultAsync<RunningServer, ListenFailure> {
  const { basePath = '', ...listenOptions } = options;
  const { host, port, storage, keepAliveTimeout, drainTimeout } = parseOptions(listenOptionsSchema, listenOptions);

  const serve: RequestListener = (request, response) => {
    getOrCreateConnection(request.socket).serve(handler, request, response);
  };
  const server = createServer({ ...nodeServerOptions, keepAliveTimeout }, serve);
  server.on('checkExpectation', serve); // `findHeadError` refuses it
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    // node:http would answer 408 after `headersTimeout`. Browsers and proxies open connections ahead of need.
    const timer = setTimeout(() => {
      if (getOrCreateConnection(socket).isSilent) socket.destroy();
    }, keepAliveTimeout).unref();
    socket.once('close', () => {
      clearTimeout(timer);
      sockets.delete(socket);
    });
  });
  if (onConnection !== undefined) server.on('connection', onConnection);
  answerParserErrors(server, handler);
  // A client may close its sending half after its requests. Without this, Node would close the other half before the responses.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.maxHeadersCount = 0; // their size is limited; a max count would make node:http drop the others silently

  return listen(server, host, port).map((listeningPort) => ({
    url: `http://${formatUrlHost(host)}:${listeningPort}${basePath}/v1`,
    apiKey: handler.apiKey,
    port: listeningPort,
    pendingRequests: () => [...sockets].reduce((sum, socket) => sum + getOrCreateConnection(socket).pendingRequests, 0),
    ...closeOnce(() =>
      ResultAsync.fromSafePromise(stop(server, sockets, drainTimeout)).andThen(() =>
        storage === undefined ? okAsync() : callStorage(() => storage.close()),
      ),
    ),
  }));
}

/**
 * Stops a server. It refuses new connections, and closes each connection once its requests are answered, an idle one as soon as Node
 * has read what the system has received for it. After the drain timeout it destroys the rest. It resolves
 * once clients of this process have seen the end of their connections.
 */
async function stop(server: Server, sockets: ReadonlySet<Socket>, drainTimeout: number): Promise<void> {
  // `close` of node:http would destroy connections whose clients are still receiving a response: it takes them for idle.
  server.closeIdleConnections = () => undefined;
  const closed = once(server, 'close');
  server.close();
  const connections = [...sockets].map(getOrCreateConnection);
  for (const connection of connections) if (connection.pendingRequests > 0) connection.drain();
  // Two turns of the event loop: Node's poll for arrived bytes lies between them.
  await new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)));
  for (const connection of connections) connection.drain();
  if ((await withTimeout(closed, drainTimeout, { clearTimeout, setTimeout })) === undefined)
    for (const socket of sockets) socket.destroy();
  await closed;
  await new Promise<void>((resolve) => setImmediate(resolve));
}

function listen(server: Server, host: string, port: number): ResultAsync<number, ListenFailure> {
  const listening = new Promise<number>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, exclusive: true }, () => {
      server.off('error', reject).on('error', () => undefined); // a failed accept, such as EMFILE; the next one may succeed
      resolve((server.address() as AddressInfo).port);
    });
  });
  return ResultAsync.fromPromise(listening, (cause) => createListenFailure(host, port, cause as NodeJS.ErrnoException));
}

export function createListenFailure(host: string, port: number, cause: NodeJS.ErrnoException): ListenFailure {
  return { code: 'listen_failure', message: `Cannot listen on ${host}, port ${port}: ${describeReason(cause)}`, cause };
}

function describeReason({ code, message }: NodeJS.ErrnoException): string {
  switch (code) {
    case 'EADDRINUSE':
      return 'the port is in use. Choose another one, or 0 for one that is free.';
    case 'EACCES':
      return 'this user may not use the port. Choose one above 1023, or 0 for one that is free.';
    case 'EADDRNOTAVAIL':
      return 'this machine does not have the address. Use 127.0.0.1 for this machine alone, 0.0.0.0 for every network.';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'there is no host of this name. Use 127.0.0.1 for this machine alone, 0.0.0.0 for every network.';
    default:
      return `${message}.`;
  }
}

/** Writes the host for a URL on this machine: 0.0.0.0 and :: become loopback, and IPv6 gets brackets. */
function formatUrlHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
