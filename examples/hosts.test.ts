// The blocks of docs/in-a-host.md: each is loaded as it stands, served as its users serve it, and called.
import { serve } from '@hono/node-server';
import type { Server as ConnectServer } from 'connect';
import type { Express } from 'express';
import type { FastifyInstance } from 'fastify';
import type { Hono } from 'hono';
import type Koa from 'koa';
import type { SetupServer } from 'msw/node';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, createServer, request, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { expectedOutput, root, snippetsIn } from '../test/documents.ts';

/** A host that is open for requests. */
interface OpenHost {
  /** Where the store is mounted, without `/v1`. */
  readonly address: string;
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
  readonly close: () => void;
}

/** Files of the blocks. Outside node_modules, because Vitest reads no TypeScript there. */
const folder = await mkdtemp(join(root, 'test/.hosts-'));
afterAll(() => rm(folder, { recursive: true }));

const blocks = snippetsIn('ts').filter(({ path }) => path === 'docs/in-a-host.md');

/** Loads the block under a heading of the guide. What it prints is what it says. */
async function load<Exports>(heading: string, edit = (code: string) => code): Promise<Exports> {
  const code = blocks.find((block) => block.heading === heading)?.code ?? '';
  const file = join(await mkdtemp(join(folder, 'block-')), 'block.ts');
  await writeFile(file, edit(code));
  const log = vi.spyOn(console, 'log').mockReturnValue();
  try {
    const exported = (await import(file)) as Exports;
    expect(log.mock.calls.map((printed) => printed.join(' '))).toEqual(expectedOutput(code));
    return exported;
  } finally {
    log.mockRestore();
  }
}

const nodeHttp = await load<{ server: Server }>('node:http');
const express5 = await load<{ app: Express }>('Express');
const express4 = await load<{ app: Express }>('Express', (code) => code.replace("'express'", "'express-4'"));
const connect = await load<{ app: ConnectServer }>('Express', (code) =>
  code.replace("'express'", "'connect'").replace(/app\.use\(express\.json[^]*/, ''),
);
const earlierHook = "app.addHook('onRequest', (_, reply, next) => (reply.header('X-Host', 'fastify'), next()));";
const fastify = await load<{ app: FastifyInstance }>('Fastify', (code) =>
  code.replace('fastify();', `fastify();\n${earlierHook}`),
);
const koa = await load<{ app: Koa }>('Koa');
const hono = await load<{ app: Hono }>('Hono');
const next = await load<Record<string, (request: Request, context: unknown) => Promise<Response>>>('Next');
const msw = await load<{ server: SetupServer }>('MSW');

const handleKoa: RequestListener = (...exchange) => void koa.app.callback()(...exchange);
const openExpress4 = () => listen(createServer(express4.app));
const openKoa = () => listen(createServer(handleKoa));

describeHost('node:http', () => listen(nodeHttp.server, ''));
describeHost('Express 5', () => listen(createServer(express5.app)), 404);
describeHost('Express 4', openExpress4, 404);
describeHost('connect', () => listen(createServer(connect.app)), 404);
describeHost('Fastify', openFastify, 404);
describeHost('Koa', openKoa, 404);
describeHost('Hono on Node', openHono, 404);
describeHost('Next, which is not installed: its route is called as Next does', openNext);
describeHost('MSW', openMsw);

/** @param outside what the host answers to `/v1/pets`, outside the mount, if it answers */
function describeHost(name: string, open: () => OpenHost | Promise<OpenHost>, outside?: number): void {
  const headers = { Authorization: 'Bearer my-key', 'Content-Type': 'application/json' };
  const rex = { method: 'POST', headers, body: '{"name":"Rex","categoryId":9007199254740993}' };

  describe(`the pet store in ${name}`, () => {
    let host: OpenHost;
    const call = (path: string, init?: RequestInit) => host.fetch(`${host.address}${path}`, init);
    beforeAll(async () => {
      host = await open();
      return host.close;
    });

    test('adds a pet, exact to the last digit, and shows it', async () => {
      const created = await call('/v1/pets', rex);
      const pet = await created.text();
      const id = /^\{"id":(\d+),/.exec(pet)?.[1] ?? '';
      expect([created.status, pet]).toEqual([201, `{"id":${id},"name":"Rex","categoryId":9007199254740993}`]);
      expect(await (await call(`/v1/pets/${id}`, { headers })).text()).toBe(pet);
      expect(await (await call('/v1/pets?limit=100', { headers })).text()).toContain(pet);
    });

    test('refuses what has no key, and a body that is too long', async () => {
      const refused = await call('/v1/pets', { ...rex, headers: { 'Content-Type': 'application/json' } });
      expect([refused.status, await refused.json()]).toEqual([401, expect.objectContaining({ code: 'unauthorized' })]);
      const body = JSON.stringify({ name: 'x'.repeat(70_000), categoryId: 1 });
      expect((await call('/v1/pets', { ...rex, body })).status).toBe(413);
      expect((await call('/v1/pets', rex)).status).toBe(201);
    });

    test('answers with 404 what the interface lacks', async () => {
      const lacking = await call('/v1/store/orders', { headers });
      expect([lacking.status, await lacking.json()]).toEqual([404, expect.objectContaining({ code: 'not_found' })]);
      expect((await call('/elsewhere', { headers })).status).toBe(404);
    });

    test('answers HEAD without a body, and names the methods of a path', async () => {
      const [got, head] = [await call('/v1/pets', { headers }), await call('/v1/pets', { method: 'HEAD', headers })];
      expect([head.status, await head.text()]).toEqual([200, '']);
      expect(head.headers.get('content-length')).toBe(String((await got.arrayBuffer()).byteLength));
      const refused = await call('/v1/pets', { method: 'DELETE', headers });
      expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    });

    test('lets the pages of other origins call', async () => {
      const preflight = { Origin: 'https://page.example', 'Access-Control-Request-Method': 'POST' };
      const reply = await call('/v1/pets', { method: 'OPTIONS', headers: preflight });
      expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([204, preflight.Origin]);
    });

    test('describes itself at the address of its mount', async () => {
      const document = (await (await call('/openapi.json')).json()) as { servers: unknown };
      expect(document.servers).toMatchObject([{ url: `${host.address}/v1` }]);
    });

    if (outside === undefined) return;

    test('leaves to the host what is outside the mount', async () => {
      expect((await host.fetch(new URL('/v1/pets', host.address).href, { headers })).status).toBe(outside);
    });
  });
}

test.each(['/health', '/echo'])('%s of the host is answered as before', async (path) => {
  const { address, fetch, close } = await listen(path === '/health' ? nodeHttp.server : createServer(express5.app), '');
  onTestFinished(close);
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"a":1}' };
  expect(await (await fetch(`${address}${path}`, init)).text()).toBe(path === '/health' ? 'ok\n' : init.body);
});

test('Fastify: a reply has the headers that a hook before the store has set', async () => {
  const url = '/api/petstore/v1/pets';
  for (const authorization of ['Bearer my-key', 'Bearer wrong']) {
    const reply = await fastify.app.inject({ url, headers: { authorization } });
    expect(reply.headers).toMatchObject({ 'x-host': 'fastify', vary: 'Origin', 'content-type': 'application/json' });
  }
});

test('Fastify: a test may inject a request', async () => {
  const headers = { authorization: 'Bearer my-key', 'content-type': 'application/json' };
  const url = '/api/petstore/v1/pets';
  const created = await fastify.app.inject({ method: 'POST', url, headers, payload: '{"name":"Rex","categoryId":1}' });
  expect([created.statusCode, created.body]).toEqual([201, expect.stringContaining('"name":"Rex"')]);
  expect((await fastify.app.inject({ url, headers })).json()).toContainEqual(created.json());
  expect((await fastify.app.inject({ url, headers: { ...headers, host: 'a, b' } })).statusCode).toBe(400);
  expect((await fastify.app.inject({ url, headers: { ...headers, upgrade: 'websocket' } })).statusCode).toBe(200);
});

test.each([
  ['Hono on Node', openHono],
  ['Express 4', openExpress4],
  ['Koa', openKoa],
] as const)(
  '%s: a body that is refused, read in part or not at all, leaves its connection usable',
  async (_name, open) => {
    const { address, close } = await open();
    onTestFinished(close);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const valid = { Authorization: 'Bearer my-key', 'Content-Type': 'application/json' };
    const body = 'x'.repeat(200_000);
    const send = (method: string, path: string, headers: Record<string, string>) =>
      new Promise<number | undefined>((resolve, reject) => {
        const sent = request(`${address}${path}`, { method, agent, headers: { ...valid, ...headers } });
        sent.on('error', reject).on('response', (response) => {
          response.resume().on('end', () => {
            resolve(response.statusCode);
          });
        });
        sent.write(body); // without its length, so in chunks
        sent.end(body);
      });
    for (const [status, method, path, headers] of [
      [413, 'POST', '/v1/pets', {}],
      [413, 'POST', '/v1/pets', { 'Content-Length': '400000' }],
      [401, 'POST', '/v1/pets', { Authorization: 'Bearer wrong' }],
      [404, 'POST', '/v1/nowhere', {}],
      [405, 'PUT', '/v1/pets', {}],
      [415, 'POST', '/v1/pets', { 'Content-Type': 'text/plain' }],
    ] as const) {
      for (let i = 0; i < 4; i++) expect(await send(method, path, headers)).toBe(status);
    }
    agent.destroy();
  },
);

test('Koa: what runs ahead of the store sees its reply', async () => {
  const seen: number[] = [];
  koa.app.middleware.unshift(async (context, next) => {
    await next();
    seen.push(context.status);
  });
  onTestFinished(() => void koa.app.middleware.shift());
  const { address, fetch, close } = await openKoa();
  onTestFinished(close);
  await (await fetch(`${address}/v1/pets`)).text();
  await (await fetch(`${address}/openapi.json`)).text();
  await expect.poll(() => seen).toEqual([401, 200]);
});

/** Listens on a free port. */
async function listen(server: Server, mount = '/api/petstore'): Promise<OpenHost> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return mountedAt(server.address() as AddressInfo, mount, () => {
    server.closeAllConnections();
    server.close();
  });
}

function mountedAt({ port }: AddressInfo, mount: string, close: OpenHost['close']): OpenHost {
  return { address: `http://127.0.0.1:${port}${mount}`, fetch, close };
}

async function openFastify(): Promise<OpenHost> {
  await fastify.app.listen({ port: 0, host: '127.0.0.1' });
  const { server } = fastify.app;
  return mountedAt(server.address() as AddressInfo, '/api/petstore', () => void server.close());
}

/** The server of Hono on Node replaces the globals Request and Response. */
async function openHono(): Promise<OpenHost> {
  const { Request, Response } = globalThis;
  const server = serve({ fetch: hono.app.fetch, port: 0, hostname: '127.0.0.1' });
  await new Promise((resolve) => server.once('listening', resolve));
  return mountedAt(server.address() as AddressInfo, '/api/petstore', () => {
    Object.assign(globalThis, { Request, Response });
    server.close();
  });
}

function openNext(): OpenHost {
  const fetch = (url: string, init?: RequestInit) => {
    const request = new Request(url, init);
    const path = new URL(url).pathname.split('/').slice(3);
    const handler = next[request.method];
    if (handler === undefined) throw new Error(`The route does not export ${request.method}.`);
    return handler(request, { params: Promise.resolve({ path }) });
  };
  return { address: 'http://localhost:3000/api/petstore', fetch, close: () => undefined };
}

function openMsw(): OpenHost {
  msw.server.listen({ onUnhandledRequest: 'error' });
  return {
    address: 'https://pets.example/api/petstore',
    fetch: (url, init) => fetch(url, init),
    close: () => {
      msw.server.close();
    },
  };
}
