import { createPetStore, unwrap } from '@petstore/core';
import { docsPages } from '@petstore/docs-page';
import type { HttpOptions } from '@petstore/http';
import { createRequestListener, startServer, type RunningServer } from '@petstore/http-node';
import { createMemoryStorage } from '@petstore/storage-memory';
import { startServerWithSessions } from '@petstore/testing';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';

/** The API key of every server. */
export const apiKey = 'key-of-the-tests';

const closers: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

/** Starts a pet store server with the page, until the test is over. */
export async function servePetStore(options: Partial<HttpOptions> = {}) {
  return serve(unwrap(await startServer({ ...emptyStore(), ...options })));
}

/** The same with sessions, as `petstore-kit --testing`. */
export async function serveSessions() {
  return serve(unwrap(await startServerWithSessions(emptyStore())));
}

function serve({ port, close }: RunningServer) {
  closers.push(async () => close());
  return { address: `http://127.0.0.1:${port}`, close: async (): Promise<unknown> => close() };
}

/** Serves a pet store with the page under a prefix, which it removes as Express does. Returns its address. */
export function mountPetStore(prefix: string): Promise<string> {
  const listener = createRequestListener({ ...emptyStore(), pages: docsPages() });
  return listen((request, response) => {
    if (request.url?.startsWith(`${prefix}/`) === true) {
      request.url = request.url.slice(prefix.length);
      listener(request, response);
    } else {
      response.writeHead(404).end();
    }
  });
}

/** Serves an empty page on another port, and so another origin. Returns its address. */
export function serveEmptyPage(): Promise<string> {
  return listen((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>Another origin</title>');
  });
}

function emptyStore() {
  return { store: createPetStore({ storage: createMemoryStorage() }), apiKeys: [apiKey] };
}

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closers.push(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
