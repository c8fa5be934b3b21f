import type { OperationName } from './operations.ts';

/**
 * What the hook `onRequest` is told of a request once its reply is made, a refusal of what is no valid HTTP included: never
 * a key, a query or a body.
 */
export interface RequestRecord {
  /** Names the request in a log; unique in this process. */
  readonly id: string;
  /** The method as it was sent; empty if the request could not be parsed. */
  readonly method: string;
  /** The path as it was sent, without the query; empty if the request could not be parsed. */
  readonly path: string;
  /** The operation that answered; absent where none was reached. */
  readonly operation?: OperationName;
  /** The HTTP status code of the reply. */
  readonly status: number;
  /** From the request's head to its reply, in milliseconds; 0 if the adapter refused it. */
  readonly milliseconds: number;
  /** What went wrong inside where the status is 500 (a defect) or 503 (a StorageFailure). The client is never told. */
  readonly failure?: unknown;
}
