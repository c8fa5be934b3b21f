import type { HttpResponse } from '@petstore/http';
import type { NodeHandler } from '@petstore/http-node';
import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Answer } from './answer.ts';
import { isSentInPieces, splitBody } from './body-pieces.ts';
import type { Fault } from './script/faults.ts';
import type { Pause } from './pauses.ts';
import { sendRaw } from './script/raw-response.ts';
import type { ScriptedHandler } from './scripted-handler.ts';

/** Makes the handler that answers requests of node:http from a store for tests. */
export function createNodeHandler(scriptedHandler: ScriptedHandler): NodeHandler {
  return {
    respondWithError: (code, message, request) => scriptedHandler.respondWithError(code, message, request),
    async handle(request, response) {
      const { socket } = response.req;
      const [gone, closed] = [new AbortController(), new AbortController()];
      const leave = () => {
        gone.abort();
      };
      if (socket.readableEnded) leave();
      socket.on('end', leave); // a client that has closed its half may be gone
      response.once('close', () => {
        socket.off('end', leave);
        leave();
        closed.abort();
      });
      const signals = { gone: gone.signal, closed: closed.signal };
      const arrival = { headers: joinHeaders(response), isReused: noteRequest(response), ...signals };
      const answer = await scriptedHandler.answer(request, arrival);
      if (answer?.reply !== undefined && !isSentInPieces(request.method, answer)) return answer.reply;
      void send(response, answer);
      return undefined;
    },
  };
}

/** The response to the first request of each connection. */
const firstResponses = new WeakMap<Socket, ServerResponse>();

/** Notes a request of a connection. Call it for every request. Returns whether the connection had an earlier one. */
export function noteRequest(response: ServerResponse): boolean {
  const { socket } = response.req;
  const first = firstResponses.get(socket) ?? response;
  firstResponses.set(socket, first);
  return first !== response;
}

/** Makes the header fields by name in lower case. The values of a repeated one are joined. */
function joinHeaders({ req: { rawHeaders } }: ServerResponse): Record<string, string> {
  const headers = new Headers();
  for (let i = 0; i < rawHeaders.length; i += 2) headers.append(rawHeaders[i] ?? '', rawHeaders[i + 1] ?? '');
  return Object.fromEntries(headers);
}

/** A response with a malformed chunk: a valid one begins with its size as a hexadecimal number. */
const malformedChunk =
  'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nThis is no chunk.\r\n';

/** Sends an answer that node:http cannot send as one reply. Without an answer, it drops the connection. */
async function send(response: ServerResponse, answer: Answer | undefined): Promise<void> {
  const { socket } = response.req;
  if (answer?.raw !== undefined) {
    const { raw, bytesPerSecond, pause, pauseUntilClosed } = answer;
    await sendRaw(socket, raw, bytesPerSecond, pause, pauseUntilClosed);
  } else if (answer?.reply !== undefined) await sendPieces(response, answer.reply, answer);
  else if (answer?.fault !== undefined) await sendFault(socket, answer.fault, answer.pause);
  else socket.destroy();
}

/** Does to a connection what a fault does that sends no reply. */
async function sendFault(socket: Socket, fault: Fault, pause: Pause): Promise<void> {
  switch (fault) {
    case 'EMPTY_RESPONSE':
    case 'CLOSE_REUSED':
      endWith(socket, '');
      break;
    case 'RANDOM_DATA_THEN_CLOSE':
      endWith(socket, randomBytes(64));
      break;
    case 'MALFORMED_RESPONSE_CHUNK':
      endWith(socket, malformedChunk);
      break;
    case 'CONNECTION_RESET_BY_PEER':
    case 'RESET_REUSED':
      socket.resetAndDestroy();
      break;
    case 'STALL_HEADERS':
      await pause();
      socket.destroy();
      break;
    case 'TRUNCATED_BODY':
    case 'STALL_BODY':
    case 'DRIBBLE':
    case 'PROXY_HTML_502':
      socket.destroy(); // never comes here: these send a reply
      break;
    default:
      fault satisfies never;
  }
}

/** Sends a reply in pieces. If they are not the whole body, it drops the connection then. */
async function sendPieces(
  response: ServerResponse,
  { status, headers, body }: HttpResponse,
  answer: Answer,
): Promise<void> {
  response.writeHead(status, { ...headers, ...(status !== 204 && { 'Content-Length': Buffer.byteLength(body) }) });
  response.flushHeaders();
  const pieces = splitBody(answer);
  let piece = await pieces.next();
  for (; piece.done !== true; piece = await pieces.next()) response.write(piece.value);
  if (piece.value) response.end();
  else if (answer.fault === 'TRUNCATED_BODY') endWith(response.req.socket, '');
  else response.req.socket.destroy();
}

/** Sends the last bytes of a connection, and closes it (TCP FIN). */
function endWith(socket: Socket, last: string | Uint8Array): void {
  socket.end(last, () => socket.destroy());
}
