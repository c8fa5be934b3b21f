import { parseJson } from '@petstore/core';
import { err, ok, type Err, type Result } from 'neverthrow';
import { isJsonMediaType } from './media-type.ts';
import type { HttpRequest } from './request.ts';

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
export async function readJsonBody(request: HttpRequest, limit: number): Promise<Result<unknown, BodyRefusal>> {
  if (Number(request.header('content-length') ?? 0) > limit) return tooLarge(limit);
  if (!request.hasBody) return empty();
  if (!isJsonMediaType(request.header('content-type'))) {
    return refuse(
      'unsupported_media_type',
      'The body must be JSON in UTF-8: send the header "Content-Type: application/json".',
    );
  }
  if (!/^(?:identity)?$/i.test(request.header('content-encoding') ?? '')) {
    return refuse('unsupported_media_type', 'The body must not be encoded: send it without a Content-Encoding.');
  }

  const body = await request.readBody(limit);
  if (body.isErr()) return body.error === 'too_large' ? tooLarge(limit) : invalid('ended before it was complete.');
  if (body.value.length === 0) return empty();
  const text = decodeUtf8(body.value);
  if (text === undefined) return invalid('is not valid UTF-8.');
  const json = parseJson(text);
  return json.isOk() ? ok(json.value) : invalid(`is not valid JSON: ${json.error.message}`);
}

function refuse(code: BodyRefusal['code'], message: string): Err<never, BodyRefusal> {
  return err({ code, message });
}

function tooLarge(limit: number) {
  return refuse('payload_too_large', `The body is longer than ${limit} bytes, the most that is taken.`);
}

function empty() {
  return invalid('is empty: send a JSON object with a name and a categoryId.');
}

function invalid(complaint: string) {
  return refuse('invalid_request', `The body ${complaint}`);
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}
