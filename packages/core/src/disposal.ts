import type { ResultAsync } from 'neverthrow';
import { unwrap, type UnwrappableError } from './unwrap.ts';

/** Makes an object for `await using`. The end of the block calls `close`, and throws if that fails. */
export function disposal(close: () => ResultAsync<void, UnwrappableError>): AsyncDisposable {
  // If the symbol is missing (Node before 20.5, Safari), the `await using` of esbuild looks for the registered one.
  const { asyncDispose } = Symbol as { readonly asyncDispose?: typeof Symbol.asyncDispose };
  return { [asyncDispose ?? Symbol.for('Symbol.asyncDispose')]: () => unwrap(close()) } as unknown as AsyncDisposable;
}

/** Makes a `close` that closes once and returns the same result again, also at the end of an `await using`. */
export function closeOnce<Failure extends UnwrappableError>(
  close: () => ResultAsync<void, Failure>,
): AsyncDisposable & { close(): ResultAsync<void, Failure> } {
  let closing: ResultAsync<void, Failure> | undefined;
  const once = () => (closing ??= close());
  return { close: once, ...disposal(once) };
}
