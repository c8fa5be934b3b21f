import { expect, onTestFinished, test, vi } from 'vitest';
import { openRawConnection } from '@petstore/test-support/raw-http';
import { creation, listing, startTestServer } from './test-server.ts';

/** Fakes what a library can fake, except `process.nextTick`: Node's sockets need it. */
function fakeTimers(): void {
  const timers = [
    'setTimeout',
    'clearTimeout',
    'setInterval',
    'clearInterval',
    'setImmediate',
    'clearImmediate',
  ] as const;
  vi.useFakeTimers({ toFake: [...timers, 'queueMicrotask', 'Date', 'performance', 'hrtime'] });
  onTestFinished(() => void vi.useRealTimers());
}

test('a server that is running answers while a test fakes the timers', async () => {
  const { port } = await startTestServer();
  fakeTimers();
  await expectAnswers(port);
});

test('a server can start, answer and close while a test fakes the timers', async () => {
  fakeTimers();
  const server = await startTestServer();
  await expectAnswers(server.port);
  expect((await server.close()).isOk()).toBe(true);
});

async function expectAnswers(port: number): Promise<void> {
  const connection = await openRawConnection(port);
  connection.write(creation + listing);
  expect((await connection.reply()).status).toBe(201);
  expect((await connection.reply()).status).toBe(200);
  connection.write(listing.replace('test-key', 'wrong'));
  expect((await connection.reply()).status).toBe(401);
  connection.socket.destroy();
}
