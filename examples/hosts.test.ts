// Calls the recipes for node:http, Express, Hono and MSW. Those for other hosts, and their test, are in the folder hosts.
import { app as expressApp } from './express.ts';
import { app as honoApp } from './hono.ts';
import { describeHost, echo, health, type OpenHost } from './host-checks.ts';
import { listen } from './listen.ts';
import { server as mswServer } from './msw.ts';
import { server as nodeServer } from './node-http.ts';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

describeHost({ name: 'node-http.ts', open: openNodeHttp, own: { path: '/health', answer: 'ok\n' } });
describeHost({ name: 'express.ts', open: () => listen(expressApp), own: echo });
describeHost({ name: 'hono.ts', open: openHono, own: health });
describeHost({ name: 'msw.ts', open: openMsw, own: { path: '/health', answer: 'ok\n' } });

async function openNodeHttp(): Promise<OpenHost> {
  await once(nodeServer.listen(0, '127.0.0.1'), 'listening');
  const { port } = nodeServer.address() as AddressInfo;
  const close = () => {
    nodeServer.close();
    nodeServer.closeAllConnections();
  };
  return { address: `http://127.0.0.1:${port}`, fetch, close };
}

function openHono(): Promise<OpenHost> {
  const fetch = async (url: string, init?: RequestInit) => honoApp.request(url, init);
  return Promise.resolve({ address: 'https://pets.example/api/petstore', fetch, close: () => undefined });
}

function openMsw(): Promise<OpenHost> {
  mswServer.listen({ onUnhandledRequest: 'error' });
  const close = () => {
    mswServer.close();
  };
  return Promise.resolve({ address: 'https://pets.example/api/petstore', fetch, close });
}
