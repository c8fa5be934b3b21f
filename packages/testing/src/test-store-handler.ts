import type { HttpResponse } from '@petstore/http';
import type { ConnectionHandler } from '@petstore/http-node';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isSentInPieces, splitBody } from './body-pieces.ts';
import { sendRaw } from './script/raw-response.ts';
import type { ConnectionInfo, ResponsePlan, TestStore } from './test-store.ts';

/** Makes the handler that sends on node:http what a test store plans. */
export function createTestStoreHandler(testStore: TestStore): ConnectionHandler {
  return {
    respondWithError: (code, message, request) => testStore.respondWithError(code, message, request),
    async handle(request, nodeResponse) {
      const connection = { headers: joinHeaders(nodeResponse), ...noteRequest(nodeResponse) };
      const plan = await testStore.respond(request, connection);
      if (plan?.response !== undefined && !isSentInPieces(request.method, plan)) return plan.response;
      void send(nodeResponse, plan);
      return undefined;
    },
  };
}

/** The response to the first request of each connection, and the signal that its client may be gone. */
const connections = new WeakMap<Socket, Pick<ConnectionInfo, 'gone'> & { readonly first: ServerResponse }>();

/** Notes a request of a connection. Call it for every request. */
export function noteRequest(nodeResponse: ServerResponse): Omit<ConnectionInfo, 'headers'> {
  const { socket } = nodeResponse.req;
  const { first, gone } = connections.get(socket) ?? { first: nodeResponse, gone: signalEnd(socket) };
  connections.set(socket, { first, gone });
  return { isReused: first !== nodeResponse, gone };
}

/** Makes the signal that is aborted when a client has closed its half of a connection. One a request would cost more (measured). */
function signalEnd(socket: Socket): AbortSignal {
  const gone = new AbortController();
  if (socket.readableEnded) gone.abort();
  for (const event of ['end', 'close']) socket.once(event, gone.abort.bind(gone));
  return gone.signal;
}

/**
 * Makes the header fields by name in lower case, sorted. The values of a repeated one are joined. The global `Headers` would do this,
 * but not that of happy-dom: it keeps names as they were written.
 */
function joinHeaders({ req: { headersDistinct } }: ServerResponse): Record<string, string> {
  const fields = Object.entries(headersDistinct).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(fields.map(([name, values = []]) => [name, values.join(', ')]));
}

/** Sends what node:http cannot send as one response. Without a plan, the connection is dropped. */
async function send(nodeResponse: ServerResponse, plan: ResponsePlan | undefined): Promise<void> {
  const { socket } = nodeResponse.req;
  if (plan?.raw !== undefined) {
    await sendRaw(socket, plan.raw, plan.wait);
  } else if (plan?.response !== undefined) await sendPieces(nodeResponse, plan.response, plan);
  else socket.destroy();
}

/** Sends a response in pieces. After pieces of half a body, the connection is dropped. */
async function sendPieces(
  nodeResponse: ServerResponse,
  { status, headers, body }: HttpResponse,
  plan: ResponsePlan,
): Promise<void> {
  const { socket } = nodeResponse.req;
  nodeResponse.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) });
  nodeResponse.flushHeaders();
  const pieces = splitBody(plan);
  let piece = await pieces.next();
  for (; piece.done !== true; piece = await pieces.next()) nodeResponse.write(piece.value);
  if (piece.value) nodeResponse.end();
  else if (plan.fault === 'TRUNCATED_BODY') socket.end(() => socket.destroy());
  else socket.destroy();
}
