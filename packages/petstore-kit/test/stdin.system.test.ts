// The option --exit-on-stdin-end: the command ends with the process that started it.
import { quoteShellWords } from '@petstore/test-support/program';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { isListening, program, spawnInFolder } from './running-command.ts';

const args = [program, '--json', '--port', '0', '--api-key', 'my-key', '--storage', 'memory'];
const hasScript = spawnSync('script', ['--version']).status === 0;

/** Reads the line that `petstore-kit --json` prints. */
async function readStarted(stdout: NodeJS.ReadableStream): Promise<{ url: string; pid: number }> {
  const [line] = (await once(createInterface(stdout), 'line')) as [string];
  return JSON.parse(line) as { url: string; pid: number };
}

test('the server ends after the process that started it was killed', async () => {
  const parent = `
    const { spawn } = require('node:child_process');
    spawn(process.execPath, ${JSON.stringify([...args, '--exit-on-stdin-end'])}, { stdio: ['pipe', 'inherit', 'inherit'] });
    setInterval(() => {}, 1_000);`;
  const { child, exited } = spawnInFolder(process.execPath, ['-e', parent]);
  const { url } = await readStarted(child.stdout);
  expect(await isListening(url)).toBe(true);
  child.kill('SIGKILL');
  await exited;
  await expect.poll(() => isListening(url)).toBe(false);
});

test('the end of stdin stops the server with exit code 0; input before it is ignored', async () => {
  const { child, exited } = spawnInFolder(process.execPath, [...args, '--exit-on-stdin-end']);
  const { url } = await readStarted(child.stdout);
  child.stdin.write('x'.repeat(1_000_000));
  expect(await isListening(url)).toBe(true);
  child.stdin.end();
  expect(await exited).toBe(0);
  expect(await text(child.stderr)).toBe('');
});

test('a signal stops the server although its stdin stays open', async () => {
  const { child, exited } = spawnInFolder(process.execPath, [...args, '--exit-on-stdin-end']);
  await readStarted(child.stdout);
  child.kill('SIGTERM');
  expect(await exited).toBe(0);
});

test.each([
  ['ends during the start', ''],
  ['is /dev/null', '</dev/null'],
])('a stdin that %s stops the server, which says so', async (_what, redirection) => {
  const people = args.filter((arg) => arg !== '--json');
  const line = `exec "$@" ${redirection}`;
  const { child, exited } = spawnInFolder('sh', ['-c', line, 'sh', process.execPath, ...people, '--exit-on-stdin-end']);
  child.stdout.resume();
  child.stdin.end();
  expect(await text(child.stderr)).toMatch(/^petstore-kit: Stopping, [^\n]*stdin[^\n]*\n$/);
  expect(await exited).toBe(0);
});

test.skipIf(!hasScript)('Ctrl-D in a terminal stops the server (this test needs script of util-linux)', async () => {
  const command = quoteShellWords(process.execPath, ...args, '--exit-on-stdin-end');
  const { child, exited } = spawnInFolder('script', ['--quiet', '--return', '--command', command, '/dev/null']);
  const { url } = await readStarted(child.stdout);
  expect(await isListening(url)).toBe(true);
  child.stdin.write('\u0004');
  expect(await exited).toBe(0);
});
