import type { OperationName } from './operations/operations.ts';
import { type WireErrorCode } from './wire-error.ts';

/**
 * One entry of the log: a request and its reply, also of a request that is not valid HTTP. It has no key, query or body. A
 * database error in `failure` may contain the data of a pet.
 */
export interface RequestLog {
  /** Names the request in a log. It is unique in this process, unless the package is loaded by `import` and by `require`. */
  readonly id: string;
  /** The method as it was sent; empty if the request could not be parsed. */
  readonly method: string;
  /** The path, without the query and what a mount cut off; empty if the request could not be parsed. */
  readonly path: string;
  /**
   * The operation that the path and the method lead to, even without a valid key; absent if there is none, or if an adapter
   * refused the request.
   */
  readonly operation?: OperationName | undefined;
  /** The HTTP status code of the reply. */
  readonly status: number;
  /** The `code` of the Error body, such as `invalid_request`; `undefined` unless the reply is an error. */
  readonly code?: WireErrorCode | undefined;
  /**
   * How long the answer took, in milliseconds: from the request's turn on its connection to its reply. 0 if the
   * adapter refused it.
   */
  readonly milliseconds: number;
  /** What failed inside if the status is 500 (a defect) or 503 (a StorageFailure). Never sent to the client. */
  readonly failure?: unknown;
}

/** What is known of an entry when its reply is made: `started` is what `performance.now` returned, absent if an adapter refused the request. */
type Entry = Omit<RequestLog, 'id' | 'milliseconds'> & { readonly started: number | undefined };

/** Takes each entry of the log. */
export type Logger = (entry: Entry) => void;

let lastId = 0;

/**
 * Makes the logger for the hook `onRequest`. Errors thrown by the hook never affect the response: they go to
 * `console.error`. Without a hook, failures alone are logged, on `console.error`.
 */
export function createLogger(onRequest: ((log: RequestLog) => unknown) | undefined): Logger {
  if (onRequest === undefined) return logFailure;
  return ({ method, path, operation, status, code, started, failure }) => {
    lastId += 1;
    const milliseconds = started === undefined ? 0 : performance.now() - started;
    try {
      const returned = onRequest({ id: String(lastId), method, path, operation, status, code, milliseconds, failure });
      if (returned !== undefined) Promise.resolve(returned).catch(reportHookError);
    } catch (error) {
      reportHookError(error);
    }
  };
}

function reportHookError(error: unknown): void {
  console.error('onRequest failed:', error);
}

function logFailure({ method, path, status, failure }: Entry): void {
  if (failure !== undefined) console.error(`${method} ${path} was answered with ${status}:`, failure);
}
