import type { OperationError } from './operations/operation.ts';
import { errorStatuses, type HttpErrorCode } from './http-error.ts';

/**
 * A response for an adapter to send. The adapter adds `Content-Length` (the bytes of the body in UTF-8), but not to a 204. It sends
 * no body in response to HEAD.
 */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The text of the body; empty if there is none. */
  readonly body: string;
}

/** A response before it is logged and gets the common headers. */
export interface ResponseDraft extends Omit<HttpResponse, 'headers'> {
  /** The header fields of this response alone, by name. */
  readonly headers?: HttpResponse['headers'] | undefined;
  readonly code?: HttpErrorCode;
  /** What failed inside: the StorageFailure of a 503, or what was thrown for a 500. Only the log shows it. */
  readonly failure?: unknown;
}

/** Makes a response with an Error body (docs/interface.md, part 7), which has the status of its code. */
export function createErrorResponse(
  code: HttpErrorCode,
  message: string,
  headers?: HttpResponse['headers'],
): ResponseDraft {
  const status = errorStatuses[code];
  return { status, body: JSON.stringify({ code, message, status }), headers, code };
}

/**
 * Makes the response to an error of an operation. Of a StorageFailure it tells the outcome (whether the pet was stored), not the
 * cause.
 *
 * @throws TypeError for an error with an unknown code: the storage has broken its contract
 */
export function createOperationErrorResponse(error: OperationError, isRead: boolean): ResponseDraft {
  const { code, message } = error;
  if (!Object.hasOwn(errorStatuses, code))
    throw new TypeError('The storage returned an unknown error.', { cause: error });
  if (code !== 'storage_failure') return createErrorResponse(code, message);
  const outcome = isRead ? 'read' : error.outcome === 'not_created' ? 'not_created' : 'unknown';
  return { ...createErrorResponse(code, storageFailureMessages[outcome]), failure: error };
}

/** The messages of a 503: after a read, and after a creation by its outcome. */
export const storageFailureMessages = {
  read: 'The store failed to serve this request. Try again later.',
  not_created: 'The store failed to serve this request: the pet was not stored. Try again later.',
  unknown:
    'The store failed to serve this request, which may have taken effect: it is not known whether the pet was stored. ' +
    'Try again later, but first ask for the ids above the last that you know.',
};
