import { createPetStore, parseJson, unwrap } from '@petstore/core';
import { createMemoryStorage } from '@petstore/storage-memory';
import connect from 'connect';
import express from 'express';
import { AsyncLocalStorage } from 'node:async_hooks';
import { createServer, type RequestListener as NodeListener, type ServerOptions } from 'node:http';
import onHeaders from 'on-headers';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { HttpOptions, RequestLog } from '@petstore/http';
import { createRequestListener } from '../src/index.ts';
import { listenUntilFinished, openRawConnection } from '@petstore/test-support/raw-http';
import { expectError } from './hostile-parts.ts';
import { createHeldStorage, creation, key, listing, post } from './test-server.ts';

const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
const rex = { method: 'POST', headers, body: '{"name":"Rex","categoryId":9007199254740993}' };

type Mounted = (...args: Parameters<ReturnType<typeof createRequestListener>>) => void;

function mountable(options: Partial<HttpOptions> = {}): { listener: Mounted; records: readonly RequestLog[] } {
  const records: RequestLog[] = [];
  const store = createPetStore({ storage: createMemoryStorage() });
  const onRequest = (record: RequestLog) => records.push(record);
  return { listener: createRequestListener({ store, apiKeys: [key], onRequest, ...options }), records };
}

async function listen(listener: NodeListener, options: ServerOptions = {}): Promise<string> {
  return `http://127.0.0.1:${await listenUntilFinished(createServer(options, listener))}`;
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

  test('reads a header that a middleware has set, or replaced', async () => {
    const { listener } = mountable();
    const url = await listen((request, response) => {
      request.headers.authorization = `Bearer ${key}`;
      listener(request, response);
    });
    expect((await fetch(`${url}/v1/pets`)).status).toBe(200);
    expect((await fetch(`${url}/v1/pets`, { headers: { Authorization: 'Bearer other' } })).status).toBe(200);
  });

  test.each([
    ['Host', 'Host: a', 400],
    ['Authorization', `Authorization: Bearer ${key}`, 401],
  ])('refuses a second %s if the host joins duplicates; otherwise takes the first', async (_name, line, status) => {
    for (const joinDuplicateHeaders of [true, false]) {
      const url = await listen(mountable().listener, { joinDuplicateHeaders });
      const connection = await openRawConnection(Number(new URL(url).port));
      connection.write(listing.replace(line, `${line}\r\n${line}`));
      expect((await connection.reply()).status).toBe(joinDuplicateHeaders ? status : 200);
    }
  });

  test('logs 400 for a creation whose client goes away while its body is read', async () => {
    const { listener, records } = mountable();
    const url = await listen(listener);
    const connection = await openRawConnection(Number(new URL(url).port));
    connection.write(creation.slice(0, -1));
    await connection.arrived();
    connection.socket.destroy();
    await expect.poll(() => records.map(({ status }) => status)).toEqual([400]);
  });

  test.each<readonly [what: string, mount: (listener: Mounted) => NodeListener, text: string]>([
    [
      'has read an empty body',
      (listener) => (request, response) => void request.resume().on('end', () => listener(request, response)),
      post('0\r\n\r\n', 'Transfer-Encoding: chunked\r\n'),
    ],
    [
      'has decoded the body',
      (listener) => (request, response) => {
        request.setEncoding('utf8');
        listener(request, response);
      },
      creation,
    ],
    ['has rounded a number', (listener) => express().use(express.json()).use(listener), post(rex.body)],
  ])('answers 500 if a middleware %s, and logs what to do', async (_what, mount, text) => {
    const { listener, records } = mountable();
    const url = await listen(mount(listener));
    const connection = await openRawConnection(Number(new URL(url).port));
    connection.write(text);
    expectError(await connection.reply(), 500, 'internal_error');
    expect(String(records[0]?.failure)).toContain('mount the store ahead of every body parser');
    connection.write(listing);
    expect((await connection.reply()).status).toBe(200);
  });

  test.each([
    ['/petstore', '/petstore', '/petstore/docs'],
    ['/petstore', '/petstore/', '/petstore/docs'],
    ['/{*any}', '//pets.example', '/pets.example/docs'], // and not to another host
  ])('mounted at %s in Express, leads a browser from %s to %s', async (path, from, location) => {
    const page = { path: '/docs', mediaType: 'text/html', text: 'docs' };
    const app = express().use(path, mountable({ pages: [page] }).listener);
    const { status, headers: replied } = await fetch(`${await listen(app)}${from}`, { redirect: 'manual' });
    expect([status, replied.get('location')]).toEqual([302, location]);
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

  test('does not answer a request that the host has answered meanwhile', async () => {
    const petStorage = createHeldStorage();
    const store = createPetStore({ storage: petStorage });
    const { listener, records } = mountable({ store });
    const url = await listen((request, response) => {
      listener(request, response);
      if (request.method === 'POST')
        void petStorage.waiting.then(() => response.writeHead(503, { 'Content-Length': 8 }).end('too late'));
    });
    const connection = await openRawConnection(Number(new URL(url).port));
    connection.write(creation);
    expect((await connection.reply()).status).toBe(503);
    petStorage.release();
    await expect.poll(() => records.length).toBe(1);
    connection.write(listing);
    expect(await connection.reply()).toMatchObject({ status: 200, body: '[{"id":1,"name":"Rex","categoryId":1}]' });
    connection.socket.destroy();
  });

  test('ignores a request that the host has answered before', async () => {
    const { listener, records } = mountable();
    const url = await listen((request, response) => {
      if (request.method === 'GET') listener(request, response);
      else
        response
          .on('close', () => listener(request, response))
          .writeHead(503, { 'Content-Length': 8 })
          .end('too late');
    });
    const connection = await openRawConnection(Number(new URL(url).port));
    connection.write(creation);
    expect((await connection.reply()).status).toBe(503);
    connection.write(listing);
    expect(await connection.reply()).toMatchObject({ status: 200, body: '[]' });
    expect(records.map(({ method }) => method)).toEqual(['GET']);
    connection.socket.destroy();
  });

  test('sends each response in the async context of its request', async () => {
    const contexts = new AsyncLocalStorage<string>();
    const seen: unknown[] = [];
    const targets = ['/v1/pets?a', '/v1/pets?b', '/v1/pets?c'];
    let asked = 0;
    let release: () => void = () => undefined;
    const allAsked = new Promise<void>((resolve) => (release = resolve));
    const apiKeys = async () => {
      if (++asked === targets.length) release(); // all are answered in the same turn
      await allAsked;
      return true;
    };
    const { listener } = mountable({ apiKeys });
    const url = await listen((request, response) => {
      contexts.run(request.url ?? '', () => {
        response.on('finish', () => seen.push([request.url, contexts.getStore()]));
        listener(request, response);
      });
    });
    await Promise.all(targets.map((target) => fetch(`${url}${target}`, { headers })));
    expect(new Set(seen)).toEqual(new Set(targets.map((target) => [target, target])));
  });

  // In use by morgan <= 1.10.0, compression <= 1.8.0, express-session <= 1.18.1 and others.
  test('answers behind middleware that uses on-headers 1.0.2', async () => {
    const { listener } = mountable();
    const app = express()
      .use((_request, response, next) => {
        onHeaders(response, () => response.setHeader('X-Host', 'set'));
        next();
      })
      .use(listener);
    const url = await listen(app);
    for (const [method, target, status] of [
      ['GET', '/v1/pets', 200],
      ['HEAD', '/v1/pets', 200],
      ['OPTIONS', '/v1/pets', 204],
      ['DELETE', '/v1/pets', 405],
    ] as const) {
      const { status: replied, headers: fields } = await fetch(`${url}${target}`, { method, headers });
      expect([replied, fields.get('x-host'), fields.get('vary')]).toEqual([status, 'set', 'Origin']);
    }
  });

  test.each(['writeHead', 'write', 'end', 'flushHeaders'] as const)(
    'closes the connection if a middleware throws in %s, and answers other requests',
    async (method) => {
      const logged = vi.spyOn(console, 'error').mockReturnValue();
      onTestFinished(() => logged.mockRestore());
      const { listener } = mountable();
      let wraps = true;
      const url = await listen((request, response) => {
        if (wraps) {
          response[method] = () => {
            throw new Error('of a middleware');
          };
        }
        listener(request, response);
      });
      const port = Number(new URL(url).port);
      const connection = await openRawConnection(port);
      // A wrong key with half of a body: the last response of its connection, which is written in pieces.
      connection.write(creation.slice(0, -1).replace('Host: a', 'Host: a\r\nConnection: close').replace(key, 'wrong'));
      await connection.closedByServer();
      expect(logged).toHaveBeenCalledExactlyOnceWith('A response could not be sent:', new Error('of a middleware'));
      wraps = false;
      const other = await openRawConnection(port);
      other.write(listing);
      expect((await other.reply()).status).toBe(200);
      other.socket.destroy();
    },
  );

  test('answers HEAD on a server that forbids a body there', async () => {
    const { listener } = mountable();
    const url = await listen(listener, { rejectNonStandardBodyWrites: true });
    const response = await fetch(`${url}/v1/pets`, { method: 'HEAD', headers });
    expect([response.status, response.headers.get('content-length')]).toEqual([200, '2']);
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

/** What Express and connect have in common. */
type App = NodeListener & { use(path: string, listener: Mounted): App };

const apps: readonly { name: string; createApp: () => App }[] = [
  { name: 'Express', createApp: () => express() },
  { name: 'connect', createApp: () => connect() },
];

describe.each(apps)('the store mounted in $name', ({ createApp }) => {
  test.each(['/', '/v1', '/petstore', '/api/petstore/v1'])('at %s serves the interface', async (path) => {
    const url = await listen(createApp().use(path, mountable().listener));
    const prefix = path.replace(/\/(?:v1)?$/, '');
    const created = await fetch(`${url}${prefix}/v1/pets`, rex);
    expect([created.status, await created.text()]).toEqual([
      201,
      '{"id":1,"name":"Rex","categoryId":9007199254740993}',
    ]);

    const got = await fetch(`${url}${prefix}/v1/pets/1`, { headers });
    const successor = /<(.*)>/.exec(got.headers.get('link') ?? '')?.[1] ?? '';
    expect(new URL(successor, got.url).href).toBe(`${url}${prefix}/v1/pets`);
    expect((await fetch(`${url}${prefix}/v1`, { headers })).status).toBe(404);
  });

  test('at /v1 serves the interface alone, without the documents beside it', async () => {
    const url = await listen(createApp().use('/v1', mountable().listener));
    expect((await fetch(`${url}/v1/openapi.json`)).status).toBe(401);
    expect((await fetch(`${url}/v1/openapi.json`, { headers })).status).toBe(404);
    expect((await fetch(`${url}/openapi.json`)).status).toBe(404);
  });

  test('names its address in its document, also in an application that is mounted itself', async () => {
    const inner = createApp().use('/petstore', mountable().listener);
    const url = await listen(createApp().use('/api', inner));
    const document = (await (await fetch(`${url}/api/petstore/openapi.json`)).json()) as { servers: unknown };
    expect(document.servers).toEqual([{ url: `${url}/api/petstore/v1`, description: 'This pet store.' }]);
  });
});

describe('the store mounted in Express', () => {
  test('passes requests that it does not serve to the routes behind it', async () => {
    const app = express().use(mountable().listener);
    const url = await listen(app.get('/health', (_request, response) => void response.send('ok')));
    expect(await (await fetch(`${url}/health`)).text()).toBe('ok');
    expect((await fetch(`${url}/v1/health`)).status).toBe(401);
    expect((await fetch(`${url}/openapi.json`)).status).toBe(200);
  });

  test.each([
    ['json', express.json()],
    ['text', express.text({ type: '*/*' })],
    ['raw', express.raw({ type: '*/*' })],
  ])('takes the body that express.%s() has read', async (_name, parser) => {
    const url = await listen(express().use(parser).use(mountable().listener));
    const create = (body: string) => fetch(`${url}/v1/pets`, { method: 'POST', headers, body });
    expect(await (await create('{"name":"Rex","categoryId":7}')).json()).toEqual({ id: 1, name: 'Rex', categoryId: 7 });
    expect((await create('{"name":"Rex"}')).status).toBe(400);
    const ofLength = (length: number) => `{"name":"${'x'.repeat(length - 26)}","categoryId":1}`;
    const long = ofLength(65_537);
    expect((await create(long)).status).toBe(413);
    const unannounced = (body: string) =>
      fetch(`${url}/v1/pets`, { method: 'POST', headers, body: new Blob([body]).stream(), duplex: 'half' });
    expect((await unannounced(long)).status).toBe(413);
    expect((await unannounced(ofLength(65_536))).status).toBe(201);
  });

  test('takes a body that a parser has read without rounding it', async () => {
    const parseExactly: express.Handler = (request, _response, next) => {
      request.body = unwrap(parseJson(request.body as string));
      next();
    };
    const url = await listen(express().use(express.text({ type: '*/*' }), parseExactly, mountable().listener));
    const reply = await fetch(`${url}/v1/pets`, rex);
    expect(await reply.text()).toContain('9007199254740993');
  });
});
