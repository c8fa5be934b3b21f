import { createPetStore, unwrap } from '@petstore/core';
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

describe('a start that fails leaves no file behind', () => {
  test.each([
    ['a wrong option', 2, ['--cors']],
    ['a seed file that is missing', 1, ['--seed', 'missing.json']],
    ['a folder that is missing', 1, ['--storage', 'missing/pets.json']],
    ['an address that cannot be read', 1, ['--storage', 'postgres://me:hunter2@[/pets']],
  ])('%s, and ends with exit code %i after one line and a hint if the command line is wrong', async (_, code, args) => {
    const { exited, stdout, stderr, files } = runCommand(['--port', '0', ...args]);
    expect(await exited).toBe(code);
    const hint = code === 2 ? 'Run petstore-kit --help for the options\\.\n' : '';
    expect(stderr()).toMatch(new RegExp(`^petstore-kit: [^\n]+\n${hint}$`));
    expect(stderr()).not.toContain('hunter2');
    expect(stdout()).toBe('');
    expect(files()).toEqual([]);
  });
});

test('signals during the start stop the server, with exit code 0', async () => {
  const stopWhileListening = `
    import { Server } from 'node:net';
    const { listen } = Server.prototype;
    Server.prototype.listen = function (...args) {
      for (const signal of ['SIGINT', 'SIGINT', 'SIGTERM']) process.emit(signal, signal);
      return listen.apply(this, args);
    };`;
  const { exited, stderr } = runCommand(['--port', '0'], {}, stopWhileListening);
  expect([await exited, stderr()]).toEqual([0, '']);
});
