import { createPetStore, unwrap } from '@petstore/core';
import { createMemoryStorage } from '@petstore/storage-memory';
import { expect, onTestFinished } from 'vitest';
import { startServerWithSessions, type ServerWithSessions } from '../src/index.ts';

/** A session that was opened over HTTP. */
export interface OpenedSession {
  readonly id: string;
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** The body of Rex, and a request that creates him. */
export const rex = { method: 'POST', body: '{"name":"Rex","categoryId":1}' };

/** Starts a server with sessions, until the test is over. */
export async function start(
  options?: Partial<Parameters<typeof startServerWithSessions>[0]>,
): Promise<ServerWithSessions> {
  const store = createPetStore({ storage: createMemoryStorage() });
  const server = await unwrap(startServerWithSessions({ store, apiKeys: ['main-key'], ...options }));
  onTestFinished(() => unwrap(server.close()));
  return server;
}

/** Calls a route of the sessions with the token. */
export function control(
  { testing }: ServerWithSessions,
  method: string,
  path: string,
  body?: string,
): Promise<Response> {
  const headers = { Authorization: `Bearer ${testing.token}`, 'Content-Type': 'application/json' };
  return fetch(`${testing.url}${path}`, { method, headers, ...(body !== undefined && { body }) });
}

/** Opens a session. */
export async function open(server: ServerWithSessions, options?: object): Promise<OpenedSession> {
  const opened = await control(server, 'POST', '/sessions', options && JSON.stringify(options));
  expect(opened.status).toBe(201);
  return (await opened.json()) as OpenedSession;
}

/** Writes the request that opens a session. */
export function writeOpening(host: string, token: string, headers = ''): string {
  return `POST /_testing/sessions HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n${headers}Content-Length: 0\r\n\r\n`;
}

/** Calls the store of a session. */
export function call(
  { baseUrl, apiKey }: OpenedSession,
  path: string,
  init?: Parameters<typeof fetch>[1],
): Promise<Response> {
  return fetch(`${baseUrl}${path}`, {
    ...init,
    headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
  });
}
