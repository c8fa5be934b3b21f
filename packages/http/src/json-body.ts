import { parseJson } from '@petstore/core';
import { err, ok, type Result } from 'neverthrow';
import { isJsonMediaType } from './media-type.ts';
import { errorReply, type Reply } from './reply.ts';
import type { HttpRequest } from './request.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a JSON body: first what the head tells about it, then the body itself.
 *
 * @param limit the most bytes that a body may have
 * @returns the value; else the reply that refuses it: 413 too long, 400 empty or malformed, 415 not JSON in UTF-8 or encoded
 */
export async function readJsonBody(request: HttpRequest, limit: number): Promise<Result<unknown, Reply>> {
  const tooLarge = () =>
    err(errorReply('payload_too_large', `The body is longer than ${limit} bytes, the most that is taken.`));
  const invalid = (message: string) => err(errorReply('invalid_request', message));
  const empty = () => invalid('The body is empty: send a JSON object with a name and a categoryId.');

  if (Number(request.header('content-length') ?? 0) > limit) return tooLarge();
  if (!request.hasBody) return empty();
  if (!isJsonMediaType(request.header('content-type'))) {
    return err(
      errorReply(
        'unsupported_media_type',
        'The body must be JSON in UTF-8: send the header "Content-Type: application/json".',
      ),
    );
  }
  if (!/^(?:identity)?$/i.test(request.header('content-encoding') ?? '')) {
    return err(
      errorReply('unsupported_media_type', 'The body must not be encoded: send it without a Content-Encoding.'),
    );
  }

  const body = await request.readBody(limit);
  if (body.isErr()) return body.error === 'too_large' ? tooLarge() : invalid('The body ended before it was complete.');
  if (body.value.length === 0) return empty();
  const text = decodeUtf8(body.value);
  if (text === undefined) return invalid('The body is not valid UTF-8.');
  const json = parseJson(text);
  return json.isOk() ? ok(json.value) : invalid(`The body is not valid JSON: ${json.error.message}`);
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}
