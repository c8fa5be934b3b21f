import type { ConnectionHandler } from '@petstore/http-node';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ResponseInPieces } from './pieces.ts';
import type { ConnectionInfo } from './respond.ts';
import type { TestStore } from './test-store.ts';

/** Makes the handler that sends on node:http what a test store answers. */
export function createTestStoreHandler(testStore: TestStore): ConnectionHandler {
  return {
    respondWithError: (...args) => testStore.respondWithError(...args),
    async handle(request, nodeResponse) {
      const connection = { headers: joinHeaders(nodeResponse), ...noteRequest(nodeResponse) };
      const answer = await testStore.respond(request, connection);
      if (answer === undefined) nodeResponse.req.socket.destroy();
      else if ('pieces' in answer) void sendPieces(nodeResponse, answer);
      else return answer;
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

async function sendPieces(nodeResponse: ServerResponse, { response, pieces }: ResponseInPieces): Promise<void> {
  const { socket } = nodeResponse.req;
  if (response !== undefined) {
    const { status, headers, body } = response;
    nodeResponse.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) });
    nodeResponse.flushHeaders();
  }
  let piece = await pieces.next();
  for (; piece.done !== true; piece = await pieces.next()) {
    const { value } = piece;
    if (response !== undefined) nodeResponse.write(value);
    else await new Promise((resolve) => socket.write(value, resolve));
  }
  if (piece.value === 'end') nodeResponse.end();
  else if (piece.value === 'close') socket.end(() => socket.destroy());
  else if (piece.value === 'reset') socket.resetAndDestroy();
  else socket.destroy();
}
