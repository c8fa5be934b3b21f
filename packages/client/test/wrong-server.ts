import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { createClient, type ClientOptions, type PetStoreClient } from '../src/index.ts';

/** The API key of each client under test. */
export const apiKey = 'a-key-that-is-secret';

/** A server that takes whole requests and answers as a test says. */
export interface WrongServer {
  readonly baseUrl: string;
  /** The requests that came, each with its head and body. */
  readonly requests: readonly string[];
  /** Makes a client of this server. */
  client(options?: Partial<ClientOptions>): PetStoreClient;
}

/** What a test does with a request, the first being number 1. */
export type Answer = (socket: Socket, request: string, number: number) => void;

/** Starts a server on TCP. It is closed when the test ends. */
export async function startWrongServer(answer: Answer): Promise<WrongServer> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    let received = '';
    sockets.add(socket);
    socket.on('error', () => undefined); // the client cut the connection
    socket.on('data', (chunk) => {
      received += chunk.toString();
      const [head = '', body] = received.split('\r\n\r\n');
      const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
      if (body === undefined || Buffer.byteLength(body) < length) return;
      requests.push(received);
      received = '';
      answer(socket, requests.at(-1) ?? '', requests.length);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return { baseUrl, requests, client: (options) => createClient({ baseUrl, apiKey, ...options }) };
}

/** Writes a response with its length. */
export function response(status: number, body: string, headers = ''): string {
  return `HTTP/1.1 ${status} Any\r\nContent-Type: application/json\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/** Writes a response with an Error body. */
export function errorResponse(status: number, message = 'Why.', headers = ''): string {
  return response(status, JSON.stringify({ code: 'any_code', message, status }), headers);
}
