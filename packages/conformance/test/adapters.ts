import { quoteShellWords } from '@petstore/test-support/program';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** The first line of an adapter. */
export function hello(...capabilities: readonly string[]): string {
  return JSON.stringify({ protocol: 1, client: { name: 'a', version: '1', language: 'javascript' }, capabilities });
}

/** Makes a folder, which is removed when the test ends. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-conformance-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** Makes an adapter from lines of JavaScript. Returns the command that starts it. */
export async function makeAdapter(...lines: readonly string[]): Promise<string> {
  const file = join(await makeFolder(), 'adapter.cjs');
  await writeFile(file, lines.join('\n'));
  return quoteShellWords(process.execPath, file);
}

/** Makes an adapter that writes its first line, and then for each request the value of an expression, which may use `request`. */
export function answering(expression: string, first = hello()): Promise<string> {
  return makeAdapter(
    `const write = (line) => process.stdout.write(Buffer.concat([Buffer.from(line), Buffer.from('\\n')]));`,
    `write(${JSON.stringify(first)});`,
    `require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {`,
    `  const request = JSON.parse(line);`,
    `  write(${expression});`,
    `});`,
  );
}

/** Makes an adapter that requests the list at each call, and then runs some lines, which may use `id` and `apiKey`. */
export function asking(...lines: readonly string[]): Promise<string> {
  return makeAdapter(
    `console.log(${JSON.stringify(hello())});`,
    `require('node:readline').createInterface({ input: process.stdin }).on('line', async (line) => {`,
    `  const { id, baseUrl, apiKey } = JSON.parse(line);`,
    `  await fetch(baseUrl + '/pets', { headers: { Authorization: 'Bearer ' + apiKey } }).then((one) => one.text(), () => '');`,
    ...lines,
    `}).on('close', () => process.exit());`,
  );
}

/**
 * Starts a server that processes connect to. The end of a connection shows that its process has ended. The server is closed when the
 * test ends.
 */
export async function startLifelines() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.resume());
    socket.on('error', () => socket.destroy()); // a process that was killed may reset it
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    port: (server.address() as AddressInfo).port,
    /** Resolves with the next connection. */
    next: async () => ((await once(server, 'connection')) as [Socket])[0],
  };
}

/**
 * Returns lines of JavaScript that start a child process, and then write the first line of the adapter. The child lives until its
 * lifeline ends, and has the stderr of the adapter.
 */
export function startsChild(port: number, { detached = false } = {}): string {
  const code = `require('node:net').connect(${port}, '127.0.0.1', () => console.log()).resume().on('close', () => process.exit())`;
  const options = `{ stdio: ['ignore', 'pipe', 'inherit'], detached: ${detached} }`;
  return [
    `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(code)}], ${options})`,
    `  .stdout.once('data', () => console.log(${JSON.stringify(hello())}));`,
  ].join('\n');
}
