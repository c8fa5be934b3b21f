import { decodeUtf8, err, parseJson, type Result } from '@petstore/core';
import { safeParse } from 'fast-content-type-parse';
import { bodyTooLong, type HttpRequest, type RequestError } from '../request.ts';

/**
 * Reads a JSON body. It checks the head first, and then reads the body.
 *
 * @param limit the max length in bytes
 * @returns the value; RequestError for a body that is too long, empty, malformed, encoded, or not JSON in UTF-8
 */
export async function readJsonBody(request: HttpRequest, limit: number): Promise<Result<unknown, RequestError>> {
  const { headers } = request;
  if (Number(headers['content-length'] ?? 0) > limit) return err(bodyTooLong(limit)); // a chunked body has no length: `readBody` limits it
  if (!request.hasBody) return err(empty);
  const typeError = findContentTypeError(headers['content-type']);
  if (typeError !== undefined) {
    return err(unsupported(`${typeError}: send one header "Content-Type: application/json".`));
  }
  const encoding = headers['content-encoding'] ?? '';
  if (encoding !== '' && encoding.toLowerCase() !== 'identity') {
    return err(unsupported('must not be encoded: send it without a Content-Encoding.'));
  }

  const body = await request.readBody(limit);
  return body.andThen((bytes) => (bytes.length === 0 ? err(empty) : decodeJson(bytes)));
}

function decodeJson(bytes: Uint8Array): Result<unknown, RequestError> {
  return decodeUtf8(bytes)
    .mapErr(() => invalid('is not valid UTF-8.'))
    .andThen((text) => parseJson(text).mapErr(({ message }) => invalid(`is not valid JSON: ${message}`)));
}

/**
 * Tells why a Content-Type is not `application/json` in UTF-8 (RFC 9110, section 8.3). Other parameters are allowed. It is more
 * tolerant than the grammar: it accepts spaces around a `=`, other quotes, and other spellings of UTF-8.
 */
function findContentTypeError(contentType = ''): string | undefined {
  if (contentType === 'application/json') return undefined; // the usual one needs no parser
  if (contentType === '') return 'has no Content-Type';
  const { type, parameters } = safeParse(contentType.replace(/[ \t]+/g, ' ').replace(/ ?= ?/g, '='));
  const { charset = 'utf-8' } = parameters;
  if (type !== 'application/json') return `must be JSON in UTF-8, not "${contentType.slice(0, 100)}"`;
  return utf8Pattern.test(charset) ? undefined : `must be in UTF-8, not in the charset "${charset.slice(0, 100)}"`;
}

const utf8Pattern = /^[ \t']*utf[-_]?8[ \t']*$/i;

const empty = invalid('is empty: send a JSON object with a name and a categoryId.');

function invalid(reason: string): RequestError {
  return { code: 'invalid_request', message: `The body ${reason}` };
}

function unsupported(reason: string): RequestError {
  return { code: 'unsupported_media_type', message: `The body ${reason}` };
}
