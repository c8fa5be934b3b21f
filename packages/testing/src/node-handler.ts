import type { Reply } from '@petstore/http';
import type { NodeHandler } from '@petstore/http-node';
import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { bodyPieces, hasPieces } from './body-pieces.ts';
import { sendRaw } from './raw-response.ts';
import type { Answer, TestStore } from './test-store.ts';

/** Answers the requests of node:http from a store for tests. */
export function createNodeHandler(testStore: TestStore): NodeHandler {
  return {
    refuse: (code, message, request) => testStore.refuse(code, message, request),
    async handle(request, response) {
      const { socket } = response.req;
      const [gone, closed] = [new AbortController(), new AbortController()];
      const leave = () => {
        gone.abort();
      };
      if (socket.readableEnded) leave();
      socket.on('end', leave); // a client that closes its half may have left
      response.once('close', () => {
        socket.off('end', leave);
        leave();
        closed.abort();
      });
      const signals = { gone: gone.signal, closed: closed.signal };
      const arrival = { headers: headersOf(response), isReused: isReused(response), ...signals };
      const answer = await testStore.answer(request, arrival);
      if (answer?.reply !== undefined && !hasPieces(request.method, answer)) return answer.reply;
      void send(response, answer);
      return undefined;
    },
  };
}

/** The first request of each connection. */
const firstOf = new WeakMap<Socket, ServerResponse>();

/** Whether the connection of a request had an earlier request. It must be called for every request: it notes the first. */
export function isReused(response: ServerResponse): boolean {
  const { socket } = response.req;
  const first = firstOf.get(socket) ?? response;
  firstOf.set(socket, first);
  return first !== response;
}

function headersOf({ req: { rawHeaders } }: ServerResponse): Record<string, string> {
  const headers = new Headers();
  for (let i = 0; i < rawHeaders.length; i += 2) headers.append(rawHeaders[i] ?? '', rawHeaders[i + 1] ?? '');
  return Object.fromEntries(headers);
}

/** An invalid chunk: a valid one begins with its size as a hexadecimal number. */
const malformedChunk =
  'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nThis is no chunk.\r\n';

/** Does on the wire what a fault says; without an answer, drops the connection. */
async function send(response: ServerResponse, answer: Answer | undefined): Promise<void> {
  const { socket } = response.req;
  if (answer?.raw !== undefined) {
    await sendRaw(socket, answer.raw, answer.bytesPerSecond, answer.pause, answer.pauseUntilClosed);
    return;
  }
  if (answer?.reply !== undefined) {
    await sendPieces(response, answer.reply, answer);
    return;
  }
  switch (answer?.fault) {
    case 'EMPTY_RESPONSE':
    case 'CLOSE_REUSED':
      endAfter(socket, '');
      break;
    case 'RANDOM_DATA_THEN_CLOSE':
      endAfter(socket, randomBytes(64));
      break;
    case 'MALFORMED_RESPONSE_CHUNK':
      endAfter(socket, malformedChunk);
      break;
    case 'CONNECTION_RESET_BY_PEER':
    case 'RESET_REUSED':
      socket.resetAndDestroy();
      break;
    case 'STALL_HEADERS':
      await answer.pause();
      socket.destroy();
      break;
    default:
      socket.destroy();
  }
}

/** Sends a reply in pieces, and then drops the connection if they are not the whole body. */
async function sendPieces(response: ServerResponse, { status, headers, body }: Reply, answer: Answer): Promise<void> {
  response.writeHead(status, { ...headers, ...(status !== 204 && { 'Content-Length': Buffer.byteLength(body) }) });
  response.flushHeaders();
  const pieces = bodyPieces(answer);
  let piece = await pieces.next();
  for (; piece.done !== true; piece = await pieces.next()) response.write(piece.value);
  if (piece.value) response.end();
  else if (answer.fault === 'TRUNCATED_BODY') endAfter(response.req.socket, '');
  else response.req.socket.destroy();
}

/** Closes a connection in order (TCP FIN) once everything is sent. */
function endAfter(socket: Socket, last: string | Uint8Array): void {
  socket.end(last, () => socket.destroy());
}
