import { createPetStore } from '@petstore/core';
import { createMemoryStorage } from '@petstore/storage-memory';
import express from 'express';
import { createServer, type RequestListener as NodeListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createRequestListener, type RequestListener, type RequestLog } from '../src/index.ts';
import { openRawConnection } from './raw-connection.ts';
import { key, listing } from './test-server.ts';

const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
const rex = { method: 'POST', headers, body: '{"name":"Rex","categoryId":9007199254740993}' };

function mountable(): { listener: RequestListener; records: readonly RequestLog[] } {
  const records: RequestLog[] = [];
  const store = createPetStore({ storage: createMemoryStorage() });
  const onRequest = (record: RequestLog) => records.push(record);
  return { listener: createRequestListener({ store, apiKeys: [key], onRequest }), records };
}

async function listen(listener: NodeListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('the store mounted on an existing server', () => {
  test('answers the requests that the server passes on', async () => {
    const { listener } = mountable();
    const url = await listen((request, response) => {
      if (request.url === '/health') response.end('ok');
      else listener(request, response);
    });
    expect(await (await fetch(`${url}/health`)).text()).toBe('ok');
    expect(await (await fetch(`${url}/v1/pets`, rex)).text()).toBe(
      '{"id":1,"name":"Rex","categoryId":9007199254740993}',
    );
    expect((await fetch(`${url}/elsewhere`)).status).toBe(404);
  });

  test.each(['', '/petstore'])('answers inside Express under the prefix "%s"', async (prefix) => {
    const { listener } = mountable();
    const app = express();
    if (prefix === '') app.get('/health', (_request, response) => void response.send('ok')).use(listener);
    else app.use(prefix, listener).get('/health', (_request, response) => void response.send('ok'));
    const url = await listen(app);

    expect(await (await fetch(`${url}/health`)).text()).toBe('ok');
    const created = await fetch(`${url}${prefix}/v1/pets`, rex);
    expect([created.status, await created.text()]).toEqual([
      201,
      '{"id":1,"name":"Rex","categoryId":9007199254740993}',
    ]);

    const got = await fetch(`${url}${prefix}/v1/pets/1`, { headers });
    const successor = /<(.*)>/.exec(got.headers.get('link') ?? '')?.[1] ?? '';
    expect(new URL(successor, got.url).href).toBe(`${url}${prefix}/v1/pets`);
  });

  test('reads a header that a middleware has set', async () => {
    const { listener } = mountable();
    const url = await listen((request, response) => {
      request.headers.authorization ??= `Bearer ${key}`;
      listener(request, response);
    });
    expect((await fetch(`${url}/v1/pets`)).status).toBe(200);
  });

  test('answers after a pipelined request that the server itself answers later', async () => {
    let finish: () => void = () => undefined;
    const store = createPetStore({ storage: createMemoryStorage() });
    const listener = createRequestListener({ store, apiKeys: [key], onRequest: () => setImmediate(finish) });
    const url = await listen((request, response) => {
      if (request.url === '/health') finish = () => response.end('ok');
      else listener(request, response);
    });
    const connection = await openRawConnection(Number(new URL(url).port));
    connection.write(`GET /health HTTP/1.1\r\nHost: a\r\n\r\n${listing}`);
    expect(await connection.reply()).toMatchObject({ status: 200, body: 'ok' });
    expect(await connection.reply()).toMatchObject({ status: 200, body: '[]' });
    connection.socket.destroy();
  });

  test('answers 500 after a parser that read the body, and the log says what to do', async () => {
    const { listener, records } = mountable();
    const url = await listen(express().use(express.json()).use(listener));
    const reply = await fetch(`${url}/v1/pets`, rex);
    expect(await reply.json()).toMatchObject({ code: 'internal_error', status: 500 });
    expect(String(records[0]?.failure)).toContain('mount the store ahead of every body parser');
    expect((await fetch(`${url}/v1/pets`, { headers })).status).toBe(200);
  });

  test('reads a body that a middleware has paused', async () => {
    const { listener } = mountable();
    const url = await listen((request, response) => {
      request.pause();
      listener(request, response);
    });
    expect((await fetch(`${url}/v1/pets`, rex)).status).toBe(201);
  });
});
