import {
  encodeErrorMessage,
  provideDatabase,
  startMessageProxy,
  type ProvidedDatabase,
} from '@petstore/test-support/postgres';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { runCommand, runServer } from './running-command.ts';

const headers = { Authorization: 'Bearer my-key', 'Content-Type': 'application/json' };
const schema = `petstore_cli_${process.pid}_${Date.now().toString(36)}`;

let database: ProvidedDatabase;
let client: pg.Client;
let address: URL;

beforeAll(async () => {
  database = await provideDatabase();
  client = new pg.Client(database.connectionString);
  await client.connect();
  await client.query(`CREATE SCHEMA ${schema}`);
  address = new URL(database.connectionString);
  address.searchParams.set('options', `-c search_path=${schema}`);
});

afterAll(async () => {
  await client.query(`DROP SCHEMA ${schema} CASCADE`);
  await client.end();
  await database.stop();
});

describe('a storage in PostgreSQL', () => {
  test('serves four services that start and create at once: no pet is lost or duplicated', async () => {
    const services = await Promise.all(
      Array.from({ length: 4 }, () => runServer(['--api-key', 'my-key', '--log', 'none', '--storage', address.href])),
    );
    const created = await Promise.all(
      services.flatMap(({ url }, service) =>
        Array.from({ length: 8 }, async () => {
          const ids: number[] = [];
          for (let i = 0; i < 25; i++) {
            const body = JSON.stringify({ name: `of ${service}`, categoryId: i, status: 'sold' });
            const reply = await fetch(`${url}/pets`, { method: 'POST', headers, body });
            expect(reply.status).toBe(201);
            ids.push(((await reply.json()) as { id: number }).id);
          }
          expect(ids).toEqual(ids.toSorted((a, b) => a - b)); // each is sent after the one before it was acknowledged
          return ids;
        }),
      ),
    );
    const ids = created.flat().sort((a, b) => a - b);
    expect(new Set(ids).size).toBe(4 * 8 * 25);
    const { rows } = await client.query<{ id: string }>(
      `SELECT id FROM ${schema}.pets WHERE status = 'sold' ORDER BY id`,
    );
    expect(rows.map(({ id }) => Number(id))).toEqual(ids);

    const lists = await Promise.all(
      services.map(async ({ url }) => (await fetch(`${url}/pets?limit=100&status=sold`, { headers })).text()),
    );
    expect(new Set(lists).size).toBe(1);
    for (const { child, exited, stdout, stderr } of services) {
      child.kill('SIGTERM');
      expect(await exited).toBe(0);
      expect(stdout() + stderr()).not.toContain(address.password);
      expect(stdout()).toContain(
        `  Pets        PostgreSQL at ${address.host}, database ${address.pathname.slice(1)}\n`,
      );
    }
  });

  test('that does not listen ends the start with one sentence without the password, and exit code 1', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');

    const storage = `postgres://me:hunter2@127.0.0.1:${port}/pets`;
    const { exited, stdout, stderr } = runCommand(['--port', '0', '--storage', storage]);
    expect(await exited).toBe(1);
    expect(stderr()).toBe(
      `petstore-kit: The table pets could not be opened: there was no connection to PostgreSQL at 127.0.0.1:${port}, database pets, because nothing listens there; start PostgreSQL, or correct the address.\n`,
    );
    expect(stdout()).toBe('');
  });

  test('that is slow to open delays a request that arrives before, and pages do not wait', async () => {
    let clientArrived: (client: Socket) => void = () => undefined;
    const held = new Promise<Socket>((resolve) => (clientArrived = resolve));
    const gate = createServer({ pauseOnConnect: true }, (client) => {
      clientArrived(client);
    }).listen(0, '127.0.0.1');
    await once(gate, 'listening');
    onTestFinished(() => void gate.close());
    const behindGate = new URL(address);
    behindGate.port = String((gate.address() as AddressInfo).port);
    const printPort = `
      import { Server } from 'node:net';
      const { listen } = Server.prototype;
      Server.prototype.listen = function (...args) {
        this.once('listening', () => console.log('port ' + this.address().port));
        return listen.apply(this, args);
      };`;
    const args = ['--port', '0', '--api-key', 'my-key', '--storage', behindGate.href];
    const { line, child, exited } = runCommand(args, {}, printPort);
    const url = `http://127.0.0.1:${(await line(/^port /)).replace('port ', '')}`;

    const early = fetch(`${url}/v1/pets`, { method: 'POST', headers, body: '{"name":"Rex","categoryId":1}' });
    expect((await fetch(`${url}/openapi.json`)).status).toBe(200);
    const client = await held;
    gate.on('connection', passOn); // the pool opens more connections
    passOn(client);

    expect((await early).status).toBe(201);
    await line(/Ctrl\+C stops/);
    child.kill('SIGTERM');
    expect(await exited).toBe(0);
  });

  test('that fails a request causes a 503, with the reason on stderr', async () => {
    const { url, stderr, child, exited } = await runServer(['--api-key', 'my-key', '--storage', address.href]);
    await client.query(`ALTER TABLE ${schema}.pets RENAME TO gone`);
    const refused = await fetch(`${url}/pets`, { method: 'POST', headers, body: '{"name":"Rex","categoryId":1}' });
    await client.query(`ALTER TABLE ${schema}.gone RENAME TO pets`);
    expect(refused.status).toBe(503);
    expect(await refused.text()).not.toMatch(/postgres|table/i);
    expect((await fetch(`${url}/pets`, { headers })).status).toBe(200);
    child.kill('SIGTERM');
    expect(await exited).toBe(0);
    expect(stderr()).toMatch(
      /^petstore-kit: [\d: -]+#\d+ POST \/v1\/pets was answered with 503: The pet was not stored: [^\n]*\n$/,
    );
  });

  test('that stops together with the command changes neither exit code 0 nor the empty stderr', async () => {
    const shutdown = encodeErrorMessage('FATAL', '57P01', 'terminating connection due to administrator command');
    let terminations = 0;
    const proxy = await startMessageProxy(Number(address.port), ({ kind, client }) => {
      if (kind !== 'X') return true;
      terminations += 1;
      client.end(shutdown);
      return false;
    });
    onTestFinished(() => proxy.close());
    const behindProxy = new URL(address);
    behindProxy.port = String(proxy.port);
    const { url, stderr, child, exited } = await runServer([
      '--api-key',
      'my-key',
      '--log',
      'none',
      '--storage',
      behindProxy.href,
    ]);
    expect((await fetch(`${url}/pets`, { headers })).status).toBe(200);
    child.kill('SIGTERM');
    expect(await exited).toBe(0);
    expect(stderr()).toBe('');
    expect(terminations).toBeGreaterThan(0);
  });

  test('that stops together with a failed start does not hide why the command cannot start', async () => {
    const shutdown = encodeErrorMessage('FATAL', '57P01', 'terminating connection due to administrator command');
    const proxy = await startMessageProxy(Number(address.port), ({ kind, client }) => {
      if (kind === 'X') client.end(shutdown);
      return kind !== 'X';
    });
    onTestFinished(() => proxy.close());
    await client.query(`CREATE SCHEMA ${schema}_view CREATE VIEW pets AS SELECT 1 AS id`);
    onTestFinished(async () => void (await client.query(`DROP SCHEMA ${schema}_view CASCADE`)));
    const behindProxy = new URL(address);
    behindProxy.port = String(proxy.port);
    behindProxy.searchParams.set('options', `-c search_path=${schema}_view`);
    const { stderr, exited } = runCommand(['--port', '0', '--storage', behindProxy.href]);
    expect(await exited).toBe(1);
    expect(stderr()).toMatch(/^petstore-kit: The table pets [^\n]* cannot hold pets[^\n]*\n$/);
  });
});

/** Connects a client to the server of the database. */
function passOn(client: Socket): void {
  const server = connect(Number(address.port), address.hostname);
  for (const socket of [client, server]) socket.on('error', () => undefined);
  client.pipe(server).pipe(client);
}
