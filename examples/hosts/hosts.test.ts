// Serves each recipe as its users do, and calls it.
import { serve } from '@hono/node-server';
import { createMemoryStorage, createPetStore, unwrap } from 'petstore-kit';
import { startServer } from 'petstore-kit/node';
import { once } from 'node:events';
import { Agent, request, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fetch as undiciFetch, type RequestInit as UndiciInit } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { app as honoApp } from '../hono.ts';
import { describeHost, echo, health, type OpenHost } from '../host-checks.ts';
import { listen, mountedAt } from '../listen.ts';
import { app as connectApp } from './connect.ts';
import { app as express4 } from './express-4.ts';
import { app as fastifyApp } from './fastify.ts';
import { app as koaApp } from './koa.ts';
import * as nextRoute from './next-route.ts';
import { petStoreAgent } from './undici.ts';

test('fastify.ts: a reply has the headers that a hook before the store has set', async () => {
  const url = '/api/petstore/v1/pets';
  for (const authorization of ['Bearer my-key', 'Bearer wrong']) {
    const reply = await fastifyApp.inject({ url, headers: { authorization } });
    expect(reply.headers).toMatchObject({ 'x-host': 'fastify', vary: 'Origin', 'content-type': 'application/json' });
  }
});

test('fastify.ts: a test may inject a request', async () => {
  const headers = { authorization: 'Bearer my-key', 'content-type': 'application/json' };
  const url = '/api/petstore/v1/pets';
  const created = await fastifyApp.inject({ method: 'POST', url, headers, payload: '{"name":"Rex","categoryId":1}' });
  expect([created.statusCode, created.body]).toEqual([201, expect.stringContaining('"name":"Rex"')]);
  expect((await fastifyApp.inject({ url, headers })).json()).toContainEqual(created.json());
  expect((await fastifyApp.inject({ url, headers: { ...headers, host: 'a, b' } })).statusCode).toBe(400);
  expect((await fastifyApp.inject({ url, headers: { ...headers, upgrade: 'websocket' } })).statusCode).toBe(200);
});

describeHost({ name: 'express-4.ts', open: () => listen(express4), own: echo });
describeHost({ name: 'fastify.ts', open: openFastify, own: echo });
describeHost({ name: 'koa.ts', open: () => listen(handleKoa), own: health });
describeHost({ name: 'connect.ts', open: () => listen(connectApp), own: health });
describeHost({ name: 'hono.ts on Node', open: openHono, own: health });
describeHost({ name: 'next-route.ts, called as Next does, which is not installed', open: openNextRoute });
describeHost({ name: 'undici.ts', open: openUndici });

test.each([
  ['hono.ts on Node', openHono],
  ['express-4.ts', () => listen(express4)],
  ['koa.ts', () => listen(handleKoa)],
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

test('koa.ts: what runs ahead of the store sees its reply', async () => {
  const seen: number[] = [];
  koaApp.middleware.unshift(async (context, next) => {
    await next();
    seen.push(context.status);
  });
  onTestFinished(() => void koaApp.middleware.shift());
  const { address, fetch, close } = await listen(handleKoa);
  onTestFinished(close);
  await (await fetch(`${address}/v1/pets`)).text();
  await (await fetch(`${address}/openapi.json`)).text();
  await expect.poll(() => seen).toEqual([401, 200]);
});

function handleKoa(...[request, response]: Parameters<RequestListener>): void {
  void koaApp.callback()(request, response);
}

async function openFastify(): Promise<OpenHost> {
  await fastifyApp.listen({ port: 0, host: '127.0.0.1' });
  return mountedAt(fastifyApp.server.address() as AddressInfo, () => void fastifyApp.server.close());
}

/** Hono on Node: its server replaces the globals Request and Response. */
async function openHono(): Promise<OpenHost> {
  const { Request, Response } = globalThis;
  const server = serve({ fetch: honoApp.fetch, port: 0, hostname: '127.0.0.1' });
  await once(server, 'listening');
  return mountedAt(server.address() as AddressInfo, () => {
    Object.assign(globalThis, { Request, Response });
    server.close();
  });
}

function openNextRoute(): Promise<OpenHost> {
  const fetch = (url: string, init?: RequestInit) => {
    const request = new Request(url, init);
    const path = new URL(url).pathname.split('/').slice(3);
    const handlers: Record<string, (request: Request, context: unknown) => Promise<Response>> = nextRoute;
    const handler = handlers[request.method];
    if (handler === undefined) throw new Error(`The route does not export ${request.method}.`);
    return handler(request, { params: Promise.resolve({ path }) });
  };
  return Promise.resolve({ address: 'http://localhost:3000/api/petstore', fetch, close: () => undefined });
}

async function openUndici(): Promise<OpenHost> {
  const store = createPetStore({ storage: createMemoryStorage() });
  const publicUrl = 'https://pets.example';
  const server = await unwrap(startServer({ store, apiKeys: ['my-key'], publicUrl }));
  const dispatcher = petStoreAgent(server);
  return {
    address: publicUrl,
    fetch(url, init) {
      const options = { ...init, dispatcher } as unknown as UndiciInit; // the types of Node are of another version
      return undiciFetch(url, options);
    },
    async close() {
      await dispatcher.close();
      await unwrap(server.close());
    },
  };
}
