import { ModernFakeTimers } from '@jest/fake-timers';
import * as sinon from '@sinonjs/fake-timers';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openRawConnection } from '@petstore/test-support/raw-http';
import { creation, listing, startTestServer } from './test-server.ts';

/**
 * Everything that a library can fake, except `process.nextTick`: Node's sockets need it.
 */
const fakes = [
  ...(['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate', 'clearImmediate'] as const),
  ...(['queueMicrotask', 'Date', 'performance', 'hrtime'] as const),
];

const realSetImmediate = setImmediate;

const jest = new ModernFakeTimers({
  config: { fakeTimers: {}, rootDir: '.' } as ConstructorParameters<typeof ModernFakeTimers>[0]['config'],
  global: globalThis,
});

/** Each library with a function that fakes the timers and returns one that restores them. */
const libraries: readonly (readonly [library: string, fake: () => () => void])[] = [
  [
    'vitest',
    () => {
      vi.useFakeTimers({ toFake: [...fakes] });
      return () => vi.useRealTimers();
    },
  ],
  [
    'Jest',
    () => {
      jest.useFakeTimers({ doNotFake: ['nextTick'] });
      return () => {
        jest.useRealTimers();
      };
    },
  ],
  [
    'Sinon',
    () => {
      const clock = sinon.install({ toFake: [...fakes] });
      return () => {
        clock.uninstall();
      };
    },
  ],
];

describe.each(libraries)('while %s fakes the timers', (_library, fake) => {
  const fakeUntilFinished = () => {
    const restore = fake();
    onTestFinished(restore);
    expect(setImmediate).not.toBe(realSetImmediate);
  };

  test('a server that is running answers', async () => {
    const { port } = await startTestServer();
    fakeUntilFinished();
    await expectAnswers(port);
  });

  test('a server can start, answer and close', async () => {
    fakeUntilFinished();
    const server = await startTestServer();
    await expectAnswers(server.port);
    expect((await server.close()).isOk()).toBe(true);
  });
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
