import { errAsync, okAsync } from 'neverthrow';
import { expect, test, vi } from 'vitest';
import { closeOnce } from './close-once.ts';
import { storageFailure } from './errors.ts';

test('closeOnce closes once, and returns the same result again', async () => {
  const close = vi.fn(() => errAsync(storageFailure('The disk is full.')));
  const closing = closeOnce(close);
  expect(close).not.toHaveBeenCalled();
  expect(await closing.close()).toBe(await closing.close());
  expect(close).toHaveBeenCalledOnce();
});

test('await using closes at the end of its block', async () => {
  const close = vi.fn(() => okAsync());
  {
    await using closing = closeOnce(close);
    expect(closing).toBeDefined();
    expect(close).not.toHaveBeenCalled();
  }
  expect(close).toHaveBeenCalledOnce();
});

test('await using does not close again what is closed', async () => {
  const close = vi.fn(() => okAsync());
  {
    await using closing = closeOnce(close);
    void (await closing.close());
  }
  expect(close).toHaveBeenCalledOnce();
});

test('await using throws if the close fails', async () => {
  const use = async () => {
    await using closing = closeOnce(() => errAsync(storageFailure('The disk is full.')));
    return closing;
  };
  await expect(use()).rejects.toThrow('The disk is full.');
});

test('on a platform without the symbol, transpiled code finds the registered one', () => {
  vi.stubGlobal('Symbol', { for: Symbol.for });
  const closing = closeOnce(() => okAsync());
  vi.unstubAllGlobals();
  expect(Object.getOwnPropertySymbols(closing)).toEqual([Symbol.for('Symbol.asyncDispose')]);
});
