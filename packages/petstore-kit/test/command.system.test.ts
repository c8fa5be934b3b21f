import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { connect } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { serverCommand } from '../src/command/server-command.ts';
import { formatUsage } from '../src/command/usage.ts';
import { program, runCommand, runServer } from './running-command.ts';

const authorization = { Authorization: 'Bearer my-key' };

describe('the command', () => {
  test('prints its page and its key, which is new at each start, and how to keep one', async () => {
    const { stdout, url, stderr } = await runServer();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9][0-9]*\/v1$/);
    const [, key = ''] = /^\n {2}Page +http:\S+\/docs#key=([0-9a-f]{32})\n {2}API +http/.exec(stdout()) ?? []; // for the page to read
    expect(stdout()).toMatch(
      new RegExp(`^ {2}API key +${key}\n +new at each start[^\n]*npx petstore-kit --api-key dev$`, 'm'),
    );
    expect(stderr()).toBe('');
  });

  test('never prints a key or a token from a variable', async () => {
    const { stdout, stderr, line } = runCommand(['--testing'], {
      PETSTORE_API_KEYS: 'my-key,hunter2',
      PETSTORE_TESTING_TOKEN: 'my-token',
      PETSTORE_HOST: 'localhost',
      PETSTORE_STORAGE: 'memory',
      PORT: '0',
    });
    const [url = '', origin] = /(http:\/\/localhost:\d+)\/_testing/.exec(await line(/_testing/)) ?? [];
    const list = async (key: string) =>
      (await fetch(`${origin}/v1/pets`, { headers: { Authorization: `Bearer ${key}` } })).status;
    expect([await list('my-key'), await list('hunter2')]).toEqual([200, 200]);
    const headers = { Authorization: 'Bearer my-token' };
    expect((await fetch(`${url}/sessions`, { method: 'POST', headers })).status).toBe(201);
    expect((await fetch(`${origin}/v1/pets?key=hunter2`)).status).toBe(401);
    await line(/401/);
    expect(stdout() + stderr()).not.toMatch(/my-key|hunter2|my-token/);
  });

  test('prints a line for each request, with its date and time and the code of an error', async () => {
    const { url, line, stdout } = await runServer(['--api-key', 'my-key']);
    await fetch(`${url}/pets?status=sold`, { headers: authorization });
    expect(await line(/ GET /)).toMatch(/^[\d-]{10} \d\d:\d\d:\d\d #1 GET \/v1\/pets 200 [0-9.]+ ms$/);
    await fetch(`${url}/pets/7`, { headers: authorization });
    expect(await line(/ 404 /)).toMatch(/^[\d-]{10} \d\d:\d\d:\d\d #2 GET \/v1\/pets\/7 404 not_found [0-9.]+ ms$/);
    connect(Number(new URL(url).port), '127.0.0.1')
      .end('hello\r\n\r\n')
      .resume();
    expect(await line(/ 400 /)).toMatch(/^[\d-]{10} \d\d:\d\d:\d\d #3 400 invalid_request 0\.0 ms$/);
    expect(stdout().match(/ ms$/gm)).toHaveLength(3);
  });

  test('prints its last line even if it crashes in the turn of the line', async () => {
    const crashInsteadOfFirst = `
      const { setImmediate } = globalThis;
      globalThis.setImmediate = () => setImmediate(() => { throw new Error('crash'); });`;
    const { exited, stdout } = runCommand(['--version'], {}, crashInsteadOfFirst);
    expect(await exited).toBe(1);
    expect(stdout()).toBe(`${manifest.version}\n`);
  });

  test('prints lines of JSON alone with --log json', async () => {
    const { stdout, line } = runCommand(['--log', 'json', '--port', '0', '--storage', 'memory', '--api-key', 'my-key']);
    const { url } = JSON.parse(await line(/"started":true/)) as { url: string };
    await fetch(`${url}/pets`, { headers: { ...authorization, 'X-Request-Id': 'a1b2-c3' } });
    expect(JSON.parse(await line(/"status":200/))).toMatchObject({
      method: 'GET',
      path: '/v1/pets',
      requestId: 'a1b2-c3',
    });
    for (const each of stdout().trim().split('\n')) expect(each).toMatch(/^\{"time":"/);
  });

  test('names the public address to clients, and with --no-cors lets no page of another origin call', async () => {
    const publicUrl = 'https://pets.example/store';
    const { url, stdout } = await runServer(['--public-url', `${publicUrl}/`, '--no-cors']);
    expect(stdout()).toContain(`  Page        ${publicUrl}/docs#key=`);
    const reply = await fetch(new URL('/openapi.json', url));
    const { servers } = (await reply.json()) as Record<string, unknown>;
    expect(servers).toMatchObject([{ url: `${publicUrl}/v1` }]);
    expect(reply.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('serves sessions with --testing, and stops although one of their requests is stalled', async () => {
    const args = ['--testing', '--json', '--port', '0', '--storage', 'memory'];
    const { child, exited, line } = runCommand(args);
    const { testing } = JSON.parse(await line(/^\{/)) as { testing: { url: string; token: string } };
    const headers = { Authorization: `Bearer ${testing.token}`, 'Content-Type': 'application/json' };
    const script = [{ operation: 'listPets', fault: 'STALL_BODY' }];
    const opened = await fetch(`${testing.url}/sessions`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ pets: [{ id: 1, name: 'Rex', categoryId: 1 }], script }),
    });
    const { baseUrl, apiKey } = (await opened.json()) as { baseUrl: string; apiKey: string };
    const stalled = await fetch(`${baseUrl}/pets`, { headers: { Authorization: `Bearer ${apiKey}` } });
    expect(stalled.status).toBe(200);
    child.kill('SIGTERM');
    await expect(stalled.text()).rejects.toThrow(TypeError);
    expect(await exited).toBe(0);
  });

  test('prints a line to open a session, and serves none unless it is asked to', async () => {
    const { stdout } = await runServer(['--testing']);
    const [, token, url] = /^ {2}Open a session:\n.*Bearer (\w+)' \\\n +(.*)$/m.exec(stdout()) as unknown as string[];
    const headers = { Authorization: `Bearer ${token ?? ''}` };
    expect((await fetch(url ?? '', { method: 'POST', headers })).status).toBe(201);
    const { url: ordinary } = await runServer();
    const path = '/_testing/sessions';
    expect((await fetch(new URL(path, ordinary), { method: 'POST', headers })).status).toBe(404);
  });

  test.each([
    [['--port', 'http', '--prot', 'start', '-h'], `${formatUsage(serverCommand)}\n`],
    [['conformance', 'walk', '--version'], `${manifest.version}\n`],
  ])('with %j prints the help or the version, and exits', async (args, printed) => {
    const { exited, stdout, stderr } = runCommand(args);
    expect([await exited, stdout(), stderr()]).toEqual([0, printed, '']);
  });

  test.skipIf(!existsSync('/dev/full'))(
    'says that a disk is full, and exits with 1 (this test needs /dev/full)',
    () => {
      const fullDisk = openSync('/dev/full', 'w');
      onTestFinished(() => closeSync(fullDisk));
      const { status, stderr } = spawnSync(process.execPath, [program, '--openapi', '3.0'], {
        stdio: ['ignore', fullDisk, 'pipe'],
        encoding: 'utf8',
      });
      expect([status, stderr]).toEqual([
        1,
        'petstore-kit: Not everything could be printed (ENOSPC: no space left on device, write).\n',
      ]);
    },
  );

  test('exits with 1 for a port in use, after one line', async () => {
    const { port } = new URL((await runServer()).url);
    const { exited, stdout, stderr } = runCommand(['--port', port, '--storage', 'memory']);
    expect(await exited).toBe(1);
    expect(stderr()).toMatch(/^petstore-kit: [^\n]+\n$/);
    expect(stderr()).toContain(`port ${port}: the port is in use`);
    expect(stderr()).toContain('--port (PORT)');
    expect(stdout()).toBe('');
  });
});
