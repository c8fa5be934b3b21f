import { err, errAsync, parseJson, type Result, ResultAsync } from '@petstore/core';
import { isJsonMediaType } from './media-type.ts';
import type { BodyFailure, HttpRequest } from './request.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Why a body is refused: the code and the message of the reply. */
export interface BodyRefusal {
  readonly code: 'invalid_request' | 'payload_too_large' | 'unsupported_media_type';
  readonly message: string;
}

/**
 * Reads a JSON body: first what the head tells about it, then the body itself.
 *
 * @param limit the most bytes that a body may have
 * @returns the value; else why it is refused: it is too long; empty or malformed; not JSON in UTF-8 or encoded
 */
export function readJsonBody(request: HttpRequest, limit: number): ResultAsync<unknown, BodyRefusal> {
  const refusal = refusalOfHead(request, limit);
  if (refusal !== undefined) return errAsync(refusal);
  return new ResultAsync(request.readBody(limit).then((body) => decodeBody(body, limit)));
}

function refusalOfHead(request: HttpRequest, limit: number): BodyRefusal | undefined {
  if (Number(request.header('content-length') ?? 0) > limit) return tooLarge(limit);
  if (!request.hasBody) return empty();
  if (!isJsonMediaType(request.header('content-type'))) {
    return {
      code: 'unsupported_media_type',
      message: 'The body must be JSON in UTF-8: send the header "Content-Type: application/json".',
    };
  }
  if (!/^(?:identity)?$/i.test(request.header('content-encoding') ?? '')) {
    return {
      code: 'unsupported_media_type',
      message: 'The body must not be encoded: send it without a Content-Encoding.',
    };
  }
  return undefined;
}

function decodeBody(body: Result<Uint8Array, BodyFailure>, limit: number): Result<unknown, BodyRefusal> {
  if (body.isErr()) return err(body.error === 'too_large' ? tooLarge(limit) : invalid('ended before it was complete.'));
  if (body.value.length === 0) return err(empty());
  const text = decodeUtf8(body.value);
  if (text === undefined) return err(invalid('is not valid UTF-8.'));
  return parseJson(text).mapErr(({ message }) => invalid(`is not valid JSON: ${message}`));
}

function tooLarge(limit: number): BodyRefusal {
  return { code: 'payload_too_large', message: `The body is longer than ${limit} bytes, the most that is taken.` };
}

function empty(): BodyRefusal {
  return invalid('is empty: send a JSON object with a name and a categoryId.');
}

function invalid(complaint: string): BodyRefusal {
  return { code: 'invalid_request', message: `The body ${complaint}` };
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}
