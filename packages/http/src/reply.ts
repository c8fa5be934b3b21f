import type { OperationError } from './operations/operation.ts';
import { errorStatuses, type WireErrorCode } from './wire-error.ts';

/**
 * A reply for an adapter to send. The adapter adds `Content-Length` (the bytes of the body in UTF-8), but not to a 204. It sends
 * no body in reply to HEAD.
 */
export interface Reply {
  /** The HTTP status code. */
  readonly status: number;
  /** The header fields by name. */
  readonly headers: Readonly<Record<string, string>>;
  /** The text of the body; empty if there is none. */
  readonly body: string;
}

/** A reply before it is logged and gets the common headers. */
export interface ReplyDraft extends Omit<Reply, 'headers'> {
  /** The header fields of this reply alone, by name. */
  readonly headers?: Reply['headers'] | undefined;
  /** The code of an Error body. */
  readonly code?: WireErrorCode;
  /** What failed inside: the StorageFailure of a 503, or what was thrown for a 500. Only the log shows it. */
  readonly failure?: unknown;
}

/** Makes a reply with an Error body (docs/interface.md, part 7), which has the status of its code. */
export function createErrorReply(code: WireErrorCode, message: string, headers?: Reply['headers']): ReplyDraft {
  const status = errorStatuses[code];
  return { status, body: JSON.stringify({ code, message, status }), headers, code };
}

/**
 * Makes the reply to an error of an operation. Of a StorageFailure it tells the outcome (whether the pet was stored), not the
 * cause.
 *
 * @param isRead whether the operation only reads
 * @throws TypeError for an error with an unknown code: the storage has broken its contract
 */
export function createOperationErrorReply(error: OperationError, isRead: boolean): ReplyDraft {
  const { code, message } = error;
  if (!Object.hasOwn(errorStatuses, code))
    throw new TypeError('The storage returned an unknown error.', { cause: error });
  if (code !== 'storage_failure') return createErrorReply(code, message);
  const outcome = isRead ? 'read' : error.outcome === 'not_stored' ? 'not_stored' : 'unknown';
  return { ...createErrorReply(code, unavailable[outcome]), failure: error };
}

const unavailable = {
  read: 'The store failed to serve this request. Try again later.',
  not_stored: 'The store failed to serve this request: the pet was not stored. Try again later.',
  unknown:
    'The store failed to serve this request, which may have taken effect: it is not known whether the pet was stored. ' +
    'Try again later, but look for it first.',
};

/** Makes the reply to a defect: the value that was thrown. */
export function createDefectReply(defect: unknown): ReplyDraft {
  return {
    ...createErrorReply('internal_error', 'The server failed to answer this request: this is a defect of the server.'),
    failure: defect,
  };
}
