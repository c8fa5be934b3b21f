import { errAsync, okAsync } from 'neverthrow';
import { expect, test, vi } from 'vitest';
import { closeOnce, disposal } from './disposal.ts';
import { storageFailure } from './errors.ts';

test('await using closes at the end of its block', async () => {
  const close = vi.fn(() => okAsync());
  {
    await using closing = disposal(close);
    expect(closing).toBeDefined();
    expect(close).not.toHaveBeenCalled();
  }
  expect(close).toHaveBeenCalledOnce();
});

test('await using throws if the close fails', async () => {
  const use = async () => {
    await using closing = disposal(() => errAsync(storageFailure('The disk is full.')));
    return closing;
  };
  await expect(use()).rejects.toThrow('The disk is full.');
});

test('a platform without the symbol gets the one that transpiled code looks for', () => {
  vi.stubGlobal('Symbol', { for: Symbol.for });
  const closing = disposal(() => okAsync());
  vi.unstubAllGlobals();
  expect(Object.getOwnPropertySymbols(closing)).toEqual([Symbol.for('Symbol.asyncDispose')]);
});

test('closes once, and returns the same result again', async () => {
  const close = vi.fn(() => errAsync(storageFailure('The disk is full.')));
  const closing = closeOnce(close);
  expect(await closing.close()).toBe(await closing.close());
  expect(close).toHaveBeenCalledOnce();
});
