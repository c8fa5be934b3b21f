import type { Result, ResultAsync } from 'neverthrow';

/** What {@link unwrap} needs of an error: every error of these packages has it. */
export interface UnwrappableError {
  readonly code: string;
  readonly message: string;
  readonly cause?: unknown;
}

/**
 * Returns the value of a Result, for code such as a test where a failure is not expected.
 *
 * @throws Error for an Err, with its message, its `code` and its cause. The stack begins at the call of `unwrap`, also for a
 *   ResultAsync. TypeError for anything else
 */
export function unwrap<T>(result: Result<T, UnwrappableError>): T;
/**
 * Waits for a ResultAsync.
 *
 * @returns the value; the promise rejects with the Error that `unwrap` throws for a Result
 */
export function unwrap<T>(result: ResultAsync<T, UnwrappableError>): Promise<T>;
export function unwrap<T>(result: Result<T, UnwrappableError> | ResultAsync<T, UnwrappableError>): T | Promise<T> {
  const caller = {};
  (Error as EngineError).captureStackTrace?.(caller, unwrap);
  const valueOf = (settled: Result<T, UnwrappableError>): T => {
    if (!isResult(settled)) {
      throw new TypeError(`unwrap takes a Result or a ResultAsync, not a value of the type ${typeof settled}.`);
    }
    if (settled.isErr()) throw thrownFor(settled.error, caller);
    return settled.value;
  };
  return isPromise(result) ? Promise.resolve(result).then(valueOf) : valueOf(result);
}

/** Whether a value of any kind is a Result, also one of another copy of neverthrow. */
export function isResult(value: unknown): boolean {
  return typeof (value as Partial<Result<unknown, unknown>> | null | undefined)?.isErr === 'function';
}

function isPromise<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof (value as Partial<PromiseLike<T>> | null | undefined)?.then === 'function';
}

/** Not every engine has `captureStackTrace`. */
interface EngineError {
  readonly captureStackTrace?: (target: { readonly stack?: string }, caller: (...args: never) => unknown) => void;
}

function thrownFor({ code, message, cause }: UnwrappableError, { stack }: { readonly stack?: string }): Error {
  const error = Object.assign(new Error(message, cause === undefined ? {} : { cause }), { code });
  if (stack !== undefined) error.stack = stack.replace(/^.*/, () => String(error)); // its first line has no message
  return error;
}
