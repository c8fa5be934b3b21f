import type { OperationName } from '../operations/operation.ts';
import type { HttpErrorCode } from '../http-error.ts';
import type { HttpRequest } from '../request.ts';

/**
 * One entry of the log: a request and its response, also of a request that is not valid HTTP. It contains no query or body. A key
 * shows if the client sends it in the path or as `X-Request-Id`. A database error in `failure` may contain a pet's data.
 */
export interface RequestLog {
  /** The number of the request. Counts from 1. (`import` and `require` of the package count apart.) */
  readonly id: string;
  /**
   * The id that a proxy gave to the request: `X-Request-Id` of 1 to 200 visible ASCII characters, or else the trace id of `traceparent`
   * (W3C Trace Context); absent without one.
   */
  readonly requestId?: string | undefined;
  /** The method as it was sent; empty if the request could not be parsed. */
  readonly method: string;
  /** The path, without the query and without the path of a mount; empty if the request could not be parsed. */
  readonly path: string;
  /**
   * The operation of the path and the method, even without a valid key; absent if there is none, or if an adapter refused the
   * request.
   */
  readonly operation?: OperationName | undefined;
  /** The HTTP status code of the response. */
  readonly status: number;
  /** The `code` of the Error body, such as `invalid_request`; `undefined` if the response is no error. */
  readonly code?: HttpErrorCode | undefined;
  /**
   * How long the answer took, in milliseconds, without the wait for earlier requests of the connection. 0 if an adapter refused the
   * request.
   */
  readonly duration: number;
  /** The cause of a 500 (a defect) or a 503 (a StorageFailure). It is never sent to the client. */
  readonly failure?: unknown;
}

/** An entry when its response is made. `started` is the time of `performance.now`; absent if an adapter refused the request. */
type Entry = Omit<RequestLog, 'id' | 'requestId' | 'method' | 'duration'> & {
  readonly request: Pick<HttpRequest, 'method' | 'headers'>;
  readonly started: number | undefined;
};

let lastId = 0;

/**
 * Makes the logger for the hook `onRequest`. An error of the hook never affects the response: it goes to `console.error`. Without a
 * hook, only failures are logged, on `console.error`.
 */
export function createLogger(onRequest: ((log: RequestLog) => unknown) | undefined): (entry: Entry) => void {
  if (onRequest === undefined) return logFailure;
  return ({ request: { method, headers }, started, ...entry }) => {
    lastId += 1;
    const duration = started === undefined ? 0 : performance.now() - started;
    try {
      const returned = onRequest({
        id: String(lastId),
        requestId: readRequestId(headers),
        method,
        duration,
        ...entry,
      });
      if (returned !== undefined) Promise.resolve(returned).catch(reportHookError);
    } catch (error) {
      reportHookError(error);
    }
  };
}

function readRequestId({ 'x-request-id': id, traceparent = '' }: HttpRequest['headers']): string | undefined {
  if (id !== undefined && /^[\x21-\x7e]{1,200}$/.test(id)) return id;
  return /^[\da-f]{2}-([\da-f]{32})-/.exec(traceparent)?.[1];
}

function reportHookError(error: unknown): void {
  console.error('onRequest failed:', error);
}

function logFailure({ request: { method }, path, status, failure }: Entry): void {
  if (failure !== undefined) console.error(`${method} ${path} was answered with ${status}:`, failure);
}
