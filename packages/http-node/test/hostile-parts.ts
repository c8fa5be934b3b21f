import { createPetStore, parseJson, type OpenStorage, unwrap } from '@petstore/core';
import type { WireReply } from '@petstore/test-support/wire';
import { createMemoryStorage } from '@petstore/storage-memory';
import { createServer } from 'node:http';
import { expect } from 'vitest';
import { createRequestListener } from '../src/index.ts';
import { listenUntilFinished, openRawConnection, writeGet, type RawConnection } from '@petstore/test-support/raw-http';
import { key, startTestServer } from './test-server.ts';

/** The header line with the key. */
export const authorization = `Authorization: Bearer ${key}\r\n`;

/** The body of a creation, and the same in one chunk. */
export const rex = '{"name":"Rex","categoryId":1}';
export const rexInChunks = `1d\r\n${rex}\r\n0\r\n\r\n`;

/** The pet of the first creation. */
export const rexCreated = '{"id":1,"name":"Rex","categoryId":1}';

/** Writes a GET request with the key, and further header lines. */
export function get(target: string, headers?: string, version?: string): string {
  return writeGet(key, target, headers, version);
}

/** Expects an Error body with exactly the three fields, its status and code, and the CORS headers. */
export function expectError(reply: WireReply | undefined, status: number, code: string): asserts reply is WireReply {
  if (reply === undefined) throw new Error('There was no reply.');
  const error = unwrap(parseJson(reply.body)) as object;
  expect([reply.status, error]).toEqual([status, { code, message: expect.stringMatching(/./) as string, status }]);
  expect(Object.keys(error)).toEqual(['code', 'message', 'status']);
  expect(reply.headers).toMatchObject({
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(reply.body)),
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'Allow, Deprecation, Link, Retry-After, Sunset, WWW-Authenticate',
    vary: 'Origin',
  });
}

/** Expects an Error body that says that the connection closes. */
export function expectLastError(
  reply: WireReply | undefined,
  status: number,
  code: string,
): asserts reply is WireReply {
  expectError(reply, status, code);
  expect(reply.headers.connection).toBe('close');
}

/** Expects that the store has so many pets. It lists them over a new connection. */
export async function expectPets(port: number, count: number): Promise<void> {
  const connection = await openRawConnection(port);
  connection.write(get('/v1/pets?limit=100'));
  const { status, body } = await connection.reply();
  connection.socket.destroy();
  const pets = Array.from({ length: count }, (_, i) => rexCreated.replace('1', String(i + 1)));
  expect([status, body]).toEqual([200, `[${pets.join(',')}]`]);
}

/** Sends a text, waits for so many replies, and expects no others. */
export async function exchange(port: number, text: string | Uint8Array, count: number): Promise<readonly WireReply[]> {
  const connection = await openRawConnection(port);
  connection.write(text);
  const replies: WireReply[] = [];
  while (replies.length < count) replies.push(await connection.reply());
  await expectNoMore(connection);
  return replies;
}

/** Ends the connection, and expects that nothing more came. */
export async function expectNoMore(connection: RawConnection): Promise<void> {
  const { socket } = connection;
  socket.end();
  expect(await connection.closed).toBe('');
}

/** Both ways to serve; each returns the port. */
export const servers: readonly (readonly [name: string, start: (petStorage?: OpenStorage) => Promise<number>])[] = [
  ['startServer', async (petStorage = createMemoryStorage()) => (await startTestServer({ storage: petStorage })).port],
  ['createRequestListener', mount],
];

function mount(petStorage: OpenStorage = createMemoryStorage()): Promise<number> {
  const store = createPetStore({ storage: petStorage });
  return listenUntilFinished(createServer(createRequestListener({ store, apiKeys: [key] })));
}
