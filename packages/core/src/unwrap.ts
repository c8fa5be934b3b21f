/** A Result of any version of neverthrow, by what it has: classes of two versions are different types. */
export type AnyResult<T, E> = ({ readonly value: T } | { readonly error: E }) & { isErr(): boolean };

/** A ResultAsync of any version of neverthrow, or a promise of a Result. */
export interface AnyResultAsync<T, E> {
  then(onfulfilled: (result: AnyResult<T, E>) => void): unknown;
}

/** The fields that `unwrap` needs of an error. Every error of petstore-kit has them. */
export interface UnwrappableError {
  readonly code: string;
  readonly message: string;
  readonly cause?: unknown;
}

/**
 * Returns the value of a Result. For code that expects no failure, such as a test.
 *
 * @example
 * ```ts
 * const value = unwrap(parseJson('{"name":"Rex"}'));
 * ```
 *
 * @throws for an Err, an Error with its `message`, `code` and `cause`; for anything but a Result, a TypeError
 */
export function unwrap<T>(result: AnyResult<T, UnwrappableError>): T;
/**
 * Waits for a ResultAsync and returns its value. For code that expects no failure, such as a test.
 *
 * @example
 * ```ts
 * const pets = await unwrap(store.listPets());
 * ```
 *
 * @returns a promise. For an Err it rejects with an Error with its `message`, `code` and `cause`. If the call is awaited, the
 *   stack shows its line
 */
export function unwrap<T>(result: AnyResultAsync<T, UnwrappableError>): Promise<T>;
export function unwrap<T>(given: AnyResult<T, UnwrappableError> | AnyResultAsync<T, UnwrappableError>): T | Promise<T> {
  const result = given as AnyResult<T, UnwrappableError> | PromiseLike<AnyResult<T, UnwrappableError>>;
  return isPromise(result) ? Promise.resolve(result).then(getValue) : getValue(result);
}

function getValue<T>(result: AnyResult<T, UnwrappableError>): T {
  if (!isResult(result)) {
    throw new TypeError(
      `unwrap takes a Result or a ResultAsync, not a value of the type ${typeof result}. A promise of another value needs no unwrap: await it.`,
    );
  }
  if (!('error' in result)) return result.value;
  const { code, message, cause } = result.error;
  throw Object.assign(new Error(message, cause === undefined ? {} : { cause }), { code });
}

/** Whether a value of any kind is a Result. It may be of another copy of neverthrow. */
export function isResult(value: unknown): boolean {
  return typeof (value as Partial<AnyResult<unknown, unknown>> | null | undefined)?.isErr === 'function';
}

/** Whether a value has a `then`, as a promise and a ResultAsync have. */
export function isPromise<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof (value as Partial<PromiseLike<T>> | null | undefined)?.then === 'function';
}
