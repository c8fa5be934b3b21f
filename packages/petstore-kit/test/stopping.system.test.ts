import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { isListening, runCommand, runServer, type CommandServer } from './running-command.ts';

const body = '{"name":"Rex","categoryId":1}';

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s stops an idle server, with exit code 0', async (signal) => {
  const { child, exited, stderr } = await start();
  child.kill(signal);
  expect(await exited).toBe(0);
  expect(stderr()).toBe('');
});

test('a stop waits until the request in flight is answered, and says so', async () => {
  const server = await start();
  const creation = await beginCreation(server);
  server.child.kill('SIGTERM');
  await expect.poll(server.stderr).toMatch(/^petstore-kit: Stopping, [^\n]* requests: 1[.]\n$/);
  await refusesConnections(server);
  creation.end(body.slice(10));
  expect(await creation.answered).toEqual([201, 'close']);
  expect(await server.exited).toBe(0);
});

test('two signals within a second are one stop: the request in flight is answered', async () => {
  const server = await start(stepClock(999));
  const creation = await beginCreation(server);
  server.child.kill('SIGINT');
  await refusesConnections(server);
  server.child.kill('SIGTERM');
  server.child.kill('SIGWINCH'); // the system delivers it after the others
  await server.line(/^SIGWINCH /);
  creation.end(body.slice(10));
  expect(await creation.answered).toEqual([201, 'close']);
  expect(await server.exited).toBe(0);
});

test('a second signal after a second stops the server at once, with exit code 1', async () => {
  const server = await start(stepClock(1_000));
  const creation = await beginCreation(server);
  creation.answered.catch(() => undefined);
  server.child.kill('SIGINT');
  await refusesConnections(server);
  server.child.kill('SIGINT');
  expect(await server.exited).toBe(1);
});

test('with --json, the command prints one line, and nothing for a request or a stop', async () => {
  const { child, line, exited, stdout, stderr } = runCommand(['--json', '--port', '0', '--storage', 'memory']);
  const started = JSON.parse(await line(/^\{/)) as Readonly<Record<'url' | 'apiKey' | 'docs' | 'pid', string>>;
  const { url, apiKey, docs, pid } = started;
  expect([pid, docs]).toEqual([child.pid, `${url.replace(/v1$/, 'docs')}#key=${apiKey}`]);
  expect((await fetch(docs)).status).toBe(200);
  const creation = await beginCreation({ url }, apiKey);
  child.kill('SIGINT');
  await refusesConnections({ url });
  creation.end(body.slice(10));
  expect(await creation.answered).toEqual([201, 'close']);
  expect(await exited).toBe(0);
  expect([stdout(), stderr()]).toEqual([`${JSON.stringify(started)}\n`, '']);
});

test('SIGTERM stops a server whose stdout is full and not read', async () => {
  const { child, url, exited } = await start();
  child.stdout.pause();
  await fillLog(url);
  const exit = once(child, 'exit'); // `exited` waits for the end of stdout
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
  child.stdout.resume();
  await exited;
});

test('the server goes on if the reader of stdout goes away', async () => {
  const { child, url, exited } = await start();
  child.stdout.destroy();
  for (let i = 0; i < 3; i++) {
    expect((await fetch(`${url}/pets`, { headers: { Authorization: 'Bearer my-key' } })).status).toBe(200);
  }
  child.kill('SIGTERM');
  expect(await exited).toBe(0);
});

function start(script = ''): Promise<CommandServer> {
  return runServer(['--api-key', 'my-key'], {}, script);
}

/** Makes a script that fakes the clock so that signals come so many milliseconds apart, and prints each SIGWINCH. */
function stepClock(milliseconds: number): string {
  return `
    let now = 0;
    performance.now = () => now;
    for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => (now += ${milliseconds}));
    process.on('SIGWINCH', console.log);`;
}

/** Makes the command log 1.8 MB: more than it keeps for a reader and a pipe holds. */
async function fillLog(url: string): Promise<void> {
  const longPath = `${url}/${'x'.repeat(12_000)}`;
  for (let i = 0; i < 150; i++) await (await fetch(longPath)).text();
}

/** Sends the first part of a creation, and waits until the server has its head. */
async function beginCreation({ url }: Pick<CommandServer, 'url'>, apiKey = 'my-key') {
  const headers = {
    Authorization: `Bearer ${apiKey}`,
    'Content-Type': 'application/json',
    'Content-Length': body.length,
    Expect: '100-continue',
  };
  const creation = request(`${url}/pets`, { method: 'POST', headers });
  const answered = once(creation, 'response').then((args) => {
    const [response] = args as [IncomingMessage];
    response.resume();
    return [response.statusCode, response.headers.connection];
  });
  creation.flushHeaders();
  await once(creation, 'continue');
  creation.write(body.slice(0, 10));
  return { answered, end: (rest: string) => creation.end(rest) };
}

/** Waits until a server refuses new connections. */
async function refusesConnections({ url }: Pick<CommandServer, 'url'>): Promise<void> {
  while (await isListening(url));
}
