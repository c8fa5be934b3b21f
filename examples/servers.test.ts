// Runs the example of a server as a reader does, and calls it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { program } from './program.ts';

/** Starts an example on a free port. Returns the address that it prints. */
async function start(name: string): Promise<string> {
  const child = spawn(process.execPath, program(name), {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(async () => {
    if (child.exitCode === null && child.kill()) await once(child, 'exit');
  });
  for await (const line of createInterface({ input: child.stdout })) return line;
  throw new Error(`${name} ended without printing an address`);
}

test('node-http.ts serves the pet store beside its own paths', async () => {
  const address = await start('node-http');
  const headers = { Authorization: 'Bearer my-key', 'Content-Type': 'application/json' };

  const created = await fetch(`${address}/v1/pets`, {
    method: 'POST',
    headers,
    body: '{"name":"Rex","categoryId":9007199254740993}',
  });
  expect(created.status).toBe(201);
  expect(await created.text()).toBe('{"id":1,"name":"Rex","categoryId":9007199254740993}');

  const listed = await fetch(`${address}/v1/pets`, { headers });
  expect(await listed.text()).toBe('[{"id":1,"name":"Rex","categoryId":9007199254740993}]');
  expect((await fetch(`${address}/v1/pets`)).status).toBe(401);
  expect(await (await fetch(`${address}/health`)).text()).toBe('ok\n');
});
