import type { OperationError } from './operations.ts';
import { statusOf, type WireError, type WireErrorCode } from './wire-error.ts';

/**
 * A reply for an adapter to carry. The adapter adds `Content-Length` (the bytes of the body in UTF-8) unless the status is
 * 204, and leaves the body out of an answer to HEAD.
 */
export interface Reply {
  /** The HTTP status code. */
  readonly status: number;
  /** The header fields by name. */
  readonly headers: Readonly<Record<string, string>>;
  /** The text of the body; empty for none. */
  readonly body: string;
  /** What went wrong inside, for the log alone: a StorageFailure behind a 503, whatever was thrown behind a 500. */
  readonly failure?: unknown;
}

/** Makes a reply with a JSON text as its body. */
export function jsonReply(status: number, body: string, headers: Reply['headers'] = {}): Reply {
  return { status, headers: { 'Content-Type': 'application/json', ...headers }, body };
}

/** Makes a reply with an Error body, which has the status of its code. */
export function errorReply(code: WireErrorCode, message: string, headers: Reply['headers'] = {}): Reply {
  const error: WireError = { code, message, status: statusOf[code] };
  return jsonReply(error.status, JSON.stringify(error), headers);
}

/** Answers an error of an operation. What failed inside the storage is not for the client. */
export function operationErrorReply(error: OperationError): Reply {
  switch (error.code) {
    case 'invalid_request':
    case 'not_found':
    case 'payload_too_large':
    case 'unsupported_media_type':
      return errorReply(error.code, error.message);
    case 'storage_failure':
      return {
        ...errorReply(error.code, 'The store cannot serve this request now. Try again later.'),
        failure: error,
      };
    default:
      throw new TypeError('The storage failed with something that is no StorageFailure.', {
        cause: error satisfies never,
      });
  }
}
