import { expect, onTestFinished, test, vi } from 'vitest';
import { withTimeout } from './with-timeout.ts';

test.each([
  ['resolves', () => Promise.resolve('done')],
  ['rejects', () => Promise.reject(new Error('failed'))],
])('a promise that %s leaves no timer, which would keep a process alive', async (_how, start) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  await withTimeout(start(), 60_000).catch(() => undefined);
  expect(vi.getTimerCount()).toBe(0);
});

test('a promise that is not settled in time is undefined', async () => {
  expect(await withTimeout(new Promise(() => undefined), 1)).toBeUndefined();
});
