import type { ResultAsync } from 'neverthrow';
import { unwrap, type UnwrappableError } from './unwrap.ts';

/**
 * Makes a `close` that runs once and then returns the same result again. The end of an `await using` block calls it too, and
 * throws if it fails.
 */
export function closeOnce<Failure extends UnwrappableError>(
  close: () => ResultAsync<void, Failure>,
): AsyncDisposable & { close(): ResultAsync<void, Failure> } {
  let closing: ResultAsync<void, Failure> | undefined;
  const once = () => (closing ??= close());
  // If the symbol is missing (Node before 20.5, Safari), the `await using` of esbuild looks for the registered one.
  const { asyncDispose } = Symbol as { readonly asyncDispose?: typeof Symbol.asyncDispose };
  const dispose = {
    [asyncDispose ?? Symbol.for('Symbol.asyncDispose')]: () => unwrap(once()),
  } as unknown as AsyncDisposable;
  return { close: once, ...dispose };
}
