// Runs the server examples as a reader does, and calls them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, test } from 'vitest';
import { program } from './program.ts';

const stops: (() => Promise<void>)[] = [];

afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
});

/** Starts an example on a free port. Returns the address that it prints. */
async function start(name: string): Promise<string> {
  const child = spawn(process.execPath, program(name), {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  stops.push(async () => {
    if (child.exitCode === null && child.kill()) await once(child, 'exit');
  });
  for await (const line of createInterface({ input: child.stdout })) return line;
  throw new Error(`${name} ended without printing an address`);
}

describe.each([
  { name: 'node-http', base: '/v1', own: { path: '/health', answer: 'ok\n' } },
  { name: 'express', base: '/petstore/v1', own: { path: '/echo', body: '{"a":1}', answer: '{"a":1}' } },
])('$name', ({ name, base, own }) => {
  test('serves the pet store beside its own paths', async () => {
    const address = await start(name);
    const headers = { Authorization: 'Bearer my-key', 'Content-Type': 'application/json' };

    const created = await fetch(`${address}${base}/pets`, {
      method: 'POST',
      headers,
      body: '{"name":"Rex","categoryId":9007199254740993}',
    });
    expect(created.status).toBe(201);
    expect(await created.text()).toBe('{"id":1,"name":"Rex","categoryId":9007199254740993}');

    const listed = await fetch(`${address}${base}/pets`, { headers });
    expect(await listed.text()).toBe('[{"id":1,"name":"Rex","categoryId":9007199254740993}]');
    expect((await fetch(`${address}${base}/pets`)).status).toBe(401);

    const ownAnswer = await fetch(
      `${address}${own.path}`,
      'body' in own ? { method: 'POST', headers, body: own.body } : {},
    );
    expect(await ownAnswer.text()).toBe(own.answer);
  });
});
