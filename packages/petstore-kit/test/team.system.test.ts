// What docs/for-a-team.md promises, without containers: two instances on one database behind nginx, with the configuration of the example.
import { findFreePort, provideDatabase, startThrowawayPostgres } from '@petstore/test-support/postgres';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { runServer, type CommandServer } from './running-command.ts';

const containers = join(import.meta.dirname, '../../../examples/containers');
const headers = { Authorization: 'Bearer my-key', 'Content-Type': 'application/json' };
const logs = '/var/log/nginx';
const whyNoNginx = hasNginx() ? '' : ` (this test needs nginx, and the right to write in ${logs})`;

function hasNginx(): boolean {
  try {
    accessSync(logs, constants.W_OK);
    return spawnSync('nginx', ['-v']).status === 0;
  } catch {
    return false;
  }
}

/**
 * Starts nginx with the configuration of the example in front of the instances. Only addresses change. Its stdout is a socket, as
 * under systemd, so nginx could not open `/dev/stdout`.
 */
async function startNginx(ports: readonly number[]): Promise<{ address: string; accessLog: () => Promise<string> }> {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-nginx-'));
  const port = await findFreePort();
  const example = await readFile(join(containers, 'nginx.conf'), 'utf8');
  const configuration = example
    .replace('petstore-a:8080', `127.0.0.1:${ports[0]}`)
    .replace('petstore-b:8080', `127.0.0.1:${ports[1]}`)
    .replace('listen 80;', `listen 127.0.0.1:${port};`);
  await writeFile(join(folder, 'nginx.conf'), configuration);
  const globals = `daemon off; pid ${join(folder, 'nginx.pid')}; error_log ${join(folder, 'error.log')};`;
  const nginx = spawn('nginx', ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf'), '-g', globals]);
  const exited = once(nginx, 'exit');
  const complaints = text(nginx.stderr);
  onTestFinished(async () => {
    nginx.kill();
    await exited;
    await rm(folder, { recursive: true });
  });
  const address = `http://127.0.0.1:${port}`;
  const isReady = expect.poll(() => statusOf(`${address}/healthz`)).toBe(200);
  await Promise.race([isReady, exited.then(async () => Promise.reject(new Error(await complaints)))]);
  return { address, accessLog: () => readFile(join(logs, 'access.log'), 'utf8') };
}

/** The status of a reply; 0 if there is none. */
function statusOf(url: string, init?: RequestInit): Promise<number> {
  return fetch(url, init).then(
    async (response) => {
      await response.arrayBuffer();
      return response.status;
    },
    () => 0,
  );
}

test.skipIf(whyNoNginx !== '')(
  `no read fails and no pet is lost while two instances restart behind nginx${whyNoNginx}`,
  async () => {
    const database = await provideDatabase();
    onTestFinished(() => database.stop());
    const ports = [await findFreePort(), await findFreePort()];
    const start = (port = 0) =>
      runServer([], { PORT: String(port), PETSTORE_STORAGE: database.connectionString, PETSTORE_API_KEYS: 'my-key' });
    const instances: CommandServer[] = [];
    for (const port of ports) instances.push(await start(port));
    const { address } = await startNginx(ports);

    const [reads, creations, ids]: [number[], number[], number[]] = [[], [], []];
    let restarting = true;
    const load = Array.from({ length: 4 }, async () => {
      while (restarting) {
        reads.push(await statusOf(`${address}/v1/pets?limit=1`, { headers }));
        const created = await fetch(`${address}/v1/pets`, {
          method: 'POST',
          headers,
          body: '{"name":"Rex","categoryId":1}',
        });
        creations.push(created.status);
        if (created.status === 201) ids.push(((await created.json()) as { readonly id: number }).id);
        else await created.arrayBuffer();
      }
    });
    for (const [index, port] of [...ports.entries(), ...ports.entries()]) {
      const before = reads.length;
      await expect.poll(() => reads.length).toBeGreaterThan(before + 8); // there is a load
      const instance = instances[index];
      instance?.child.kill('SIGTERM');
      expect(await instance?.exited).toBe(0);
      instances[index] = await start(port);
      expect(await statusOf(`http://127.0.0.1:${port}/healthz`)).toBe(200);
    }
    restarting = false;
    await Promise.all(load);

    expect(reads.filter((status) => status !== 200)).toEqual([]);
    // nginx sends no creation twice. One whose connection ends unanswered gets a 502.
    expect(creations.filter((status) => status !== 201 && status !== 502)).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
    const missing: number[] = [];
    for (const id of ids) if ((await statusOf(`${address}/v1/pets/${id}`, { headers })) !== 200) missing.push(id);
    expect(missing).toEqual([]);
  },
);

test.skipIf(whyNoNginx !== '')(
  `the line of nginx and that of the instance end with the id of the request${whyNoNginx}`,
  async () => {
    const port = await findFreePort();
    const instance = await runServer([], { PORT: String(port), PETSTORE_API_KEYS: 'my-key' });
    const { address, accessLog } = await startNginx([port, port]);
    expect(await statusOf(`${address}/v1/pets/7`, { headers })).toBe(404);
    const id = (await instance.line(/\/v1\/pets\/7 404/)).split(' ').at(-1) ?? '';
    expect(id).toMatch(/^[\da-f]{32}$/);
    await expect.poll(accessLog).toMatch(new RegExp(`GET /v1/pets/7 404 .* ${id}\n`));
  },
);

test('without its database, an instance is not ready but alive', async () => {
  const database = await startThrowawayPostgres();
  const { url, stdout } = await runServer([], { PETSTORE_STORAGE: database.connectionString });
  const { host, pathname } = new URL(database.connectionString);
  expect(stdout()).toContain(`  Pets        PostgreSQL at ${host}, database ${pathname.slice(1)}\n`); // without a password
  const probe = (path: string) => statusOf(new URL(path, url).href);
  expect([await probe('/healthz'), await probe('/openapi.json')]).toEqual([200, 200]);
  await database.stop();
  expect([await probe('/healthz'), await probe('/openapi.json')]).toEqual([503, 200]);
});
