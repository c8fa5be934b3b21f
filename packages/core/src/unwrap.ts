import type { Result, ResultAsync } from 'neverthrow';

/** What {@link unwrap} needs of an error: every error of petstore-kit has it. */
export interface UnwrappableError {
  readonly code: string;
  readonly message: string;
  readonly cause?: unknown;
}

/**
 * Returns the value of a Result, for code such as a test where a failure is not expected.
 *
 * @throws Error for an Err, with its message, its `code` and its cause. TypeError for anything else
 */
export function unwrap<T>(result: Result<T, UnwrappableError>): T;
/**
 * Waits for a ResultAsync.
 *
 * @returns the value; the promise rejects with the Error that `unwrap` throws for a Result. If the call of `unwrap` is awaited,
 *   the stack shows its line
 */
export function unwrap<T>(result: ResultAsync<T, UnwrappableError>): Promise<T>;
export function unwrap<T>(result: Result<T, UnwrappableError> | ResultAsync<T, UnwrappableError>): T | Promise<T> {
  return isPromise(result) ? Promise.resolve(result).then(valueOf) : valueOf(result);
}

function valueOf<T>(result: Result<T, UnwrappableError>): T {
  if (!isResult(result)) {
    throw new TypeError(
      `unwrap takes a Result or a ResultAsync, not a value of the type ${typeof result}. A promise of another value needs no unwrap: await it.`,
    );
  }
  if (result.isOk()) return result.value;
  const { code, message, cause } = result.error;
  throw Object.assign(new Error(message, cause === undefined ? {} : { cause }), { code });
}

/** Whether a value of any kind is a Result, also one of another copy of neverthrow. */
export function isResult(value: unknown): boolean {
  return typeof (value as Partial<Result<unknown, unknown>> | null | undefined)?.isErr === 'function';
}

/** Whether a value has a `then`, as promises and ResultAsyncs do. */
export function isPromise<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof (value as Partial<PromiseLike<T>> | null | undefined)?.then === 'function';
}
