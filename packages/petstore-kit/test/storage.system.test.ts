import { createPetStore, parseJson, unwrap } from '@petstore/core';
import { openJsonStorage } from '@petstore/storage-json';
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runCommand, runServer } from './running-command.ts';

const headers = { Authorization: 'Bearer my-key', 'Content-Type': 'application/json' };
const rex = '{"name":"Rex","categoryId":9007199254740993}';

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'petstore-storage-')); // a message has the real path
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

describe('a storage in a JSON file', () => {
  test('has its pets after a restart, and after a kill -9', async () => {
    const file = join(await newFolder(), 'pets.json');
    const args = ['--api-key', 'my-key', '--storage', file];
    for (const [signal, count] of [
      ['SIGTERM', 1],
      ['SIGKILL', 2],
      ['SIGTERM', 3],
    ] as const) {
      const { child, url, exited } = await runServer(args);
      expect((await fetch(`${url}/pets`, { method: 'POST', headers, body: rex })).status).toBe(201);
      const listed = await (await fetch(`${url}/pets`, { headers })).text();
      expect(listed.match(/"categoryId":9007199254740993/g)).toHaveLength(count);
      child.kill(signal);
      await exited;
    }
    expect(unwrap(parseJson(await readFile(file, 'utf8')))).toMatchObject({
      pets: [{ id: 1 }, { id: 2 }, { id: 3 }],
    });
  });

  test('that cannot be opened ends the start with exit code 1 and one sentence that names it, and stays unchanged', async () => {
    const file = join(await newFolder(), 'broken.json');
    await writeFile(file, '{"pets": [1]}');
    const { exited, stderr } = runCommand(['--port', '0', '--storage', file]);
    expect(await exited).toBe(1);
    expect(stderr()).toMatch(/^petstore-kit: [^\n]*broken\.json[^\n]*\n$/);
    expect(await readFile(file, 'utf8')).toBe('{"pets": [1]}');
  });

  test('that another process has open is opened with --no-lock', async () => {
    const file = join(await newFolder(), 'pets.json');
    const storage = await unwrap(openJsonStorage(file));
    const { url } = await runServer(['--api-key', 'my-key', '--storage', file, '--no-lock']);
    expect((await fetch(`${url}/pets`, { headers })).status).toBe(200);
    void (await storage.close());
  });

  test('that fails a creation causes a 503, with the reason on stderr also with --log none, and lists go on', async () => {
    const file = join(await newFolder(), 'pets.json');
    const storage = await unwrap(openJsonStorage(file));
    await unwrap(createPetStore({ storage }).createPet({ name: 'Mimi', categoryId: 1 }));
    await unwrap(storage.close());
    const { url, stderr } = await runServer(['--api-key', 'my-key', '--storage', file, '--log', 'none']);
    await writeFile(file, '{"pets":[]}'); // by another program, while it is open

    const failed = await fetch(`${url}/pets`, { method: 'POST', headers, body: rex });

    expect([failed.status, await failed.json()]).toMatchObject([503, { code: 'storage_failure', status: 503 }]);
    await expect
      .poll(stderr)
      .toMatch(
        /^petstore-kit: [\d: -]+ #1 POST \/v1\/pets was answered with 503: [^\n]*pets\.json[^\n]*changed[^\n]*\n$/,
      );
    expect(await (await fetch(`${url}/pets`, { headers })).text()).toBe('[{"id":1,"name":"Mimi","categoryId":1}]');
    expect(await readFile(file, 'utf8')).toBe('{"pets":[]}');
  });
});

describe('the pets of a file, with --seed', () => {
  const known = `{ "pets": [{ "id": 7, "name": "Mimi", "categoryId": ${2n ** 63n - 1n} }, { "id": 3, "name": "", "categoryId": 1 }] }`;
  const created = `[{"id":1,"name":"","categoryId":1},{"id":2,"name":"Mimi","categoryId":${2n ** 63n - 1n}}]`;

  test.each(['memory', 'pets.json'])(
    'are created in an empty store, in the order of their ids: %s',
    async (storage) => {
      const seed = join(await newFolder(), 'known.json');
      await writeFile(seed, known);
      const { url } = await runServer(['--api-key', 'my-key', '--storage', storage, '--seed', seed]);
      expect(await (await fetch(`${url}/pets`, { headers })).text()).toBe(created);
      const next = await (await fetch(`${url}/pets`, { method: 'POST', headers, body: rex })).text();
      expect(next).toBe(`{"id":3,${rex.slice(1)}`);
    },
  );
});

describe('a start that fails leaves no file behind', () => {
  test.each([
    ['a wrong option', ['--port', '0', '--cors']],
    ['a seed file that is missing', ['--port', '0', '--seed', 'missing.json']],
    ['a folder that is missing', ['--port', '0', '--storage', 'missing/pets.json']],
    ['an address that cannot be read', ['--port', '0', '--storage', 'postgres://me:hunter2@[/pets']],
  ])('%s', async (_what, args) => {
    const { exited, stdout, stderr, files } = runCommand(args);
    expect(await exited).toBeGreaterThan(0);
    expect(stderr()).toMatch(/^petstore-kit: [^\n]+\n(Run petstore-kit --help[^\n]*\n)?$/);
    expect(stderr()).not.toContain('hunter2');
    expect(stdout()).toBe('');
    expect(files()).toEqual([]);
  });

  test.each([
    ['a folder that is missing', 'missing/pets.json'],
    ['a folder that is a file', '/etc/passwd/pets.json'],
    ['a folder that nobody can write to', '/proc/self/pets.json'],
    ['a name that is too long', `${'x'.repeat(300)}.json`],
  ])('%s: its message says what to do', async (_what, storage) => {
    const { exited, stderr } = runCommand(['--port', '0', '--storage', storage]);
    expect(await exited).toBe(1);
    expect(stderr()).toMatch(/^petstore-kit: [^\n]+ folder [^\n]+ --storage, [^\n]+ --storage memory\.\n$/);
  });
});

test.each([['SIGTERM'], ['SIGINT', 'SIGINT', 'SIGTERM']])(
  '%s during the start stops the server, with exit code 0',
  async (...signals) => {
    const stopWhileListening = `
    import { Server } from 'node:net';
    const { listen } = Server.prototype;
    Server.prototype.listen = function (...args) {
      for (const signal of ${JSON.stringify(signals)}) process.emit(signal, signal);
      return listen.apply(this, args);
    };`;
    const { exited, stderr } = runCommand(['--port', '0'], {}, stopWhileListening);
    expect([await exited, stderr()]).toEqual([0, '']);
  },
);

test.each([
  { args: ['--openapi', '3.0'], path: '/openapi.json' },
  { args: ['--openapi', '3.1'], path: '/openapi-3.1.json' },
])('$args prints what a server without options serves at $path', async ({ args, path }) => {
  const { url } = await runServer();
  const { exited, stdout } = runCommand(args);
  expect(await exited).toBe(0);
  const served = await (await fetch(new URL(path, url))).text();
  expect(served).toContain(`"servers":[{"url":"${url}",`);
  expect(stdout().trimEnd()).toBe(served.replaceAll(url, 'http://127.0.0.1:8080/v1'));
});
