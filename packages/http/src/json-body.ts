import { err, parseJson, type Result } from '@petstore/core';
import { safeParse } from 'fast-content-type-parse';
import { bodyTooLong, type RequestError, type HttpRequest } from './request.ts';
import { decodeUtf8 } from './bytes.ts';

/**
 * Reads a JSON body: first what the head says about it, then the body itself.
 *
 * @param limit the most bytes that a body may have
 * @returns the value; RequestError if the body is too long, empty or malformed, not JSON in UTF-8, or encoded
 */
export async function readJsonBody(request: HttpRequest, limit: number): Promise<Result<unknown, RequestError>> {
  const { headers } = request;
  if (Number(headers['content-length'] ?? 0) > limit) return err(bodyTooLong(limit));
  if (!request.hasBody) return err(empty);
  const problem = contentTypeProblem(headers['content-type']);
  if (problem !== undefined) return err(unsupported(`${problem}: send the header "Content-Type: application/json".`));
  if (!/^(?:identity)?$/i.test(headers['content-encoding'] ?? '')) {
    return err(unsupported('must not be encoded: send it without a Content-Encoding.'));
  }

  const body = await request.readBody(limit);
  if (body.isErr()) return err(body.error);
  if (body.value.length === 0) return err(empty);
  let text: string;
  try {
    text = decodeUtf8(body.value);
  } catch {
    return err(invalid('is not valid UTF-8.'));
  }
  return parseJson(text).mapErr(({ message }) => invalid(`is not valid JSON: ${message}`));
}

/**
 * Tells why a Content-Type is not `application/json` in UTF-8, perhaps with other parameters (RFC 9110, section 8.3). It forgives
 * what the grammar does not: spaces around a `=`, and other quotes and spellings of UTF-8.
 */
function contentTypeProblem(contentType = ''): string | undefined {
  if (contentType === '') return 'has no Content-Type';
  const { type, parameters } = safeParse(contentType.replace(/[ \t]+/g, ' ').replace(/ ?= ?/g, '='));
  const { charset = 'utf-8' } = parameters;
  if (type !== 'application/json') return `must be JSON in UTF-8, not "${contentType.slice(0, 100)}"`;
  return isUtf8.test(charset) ? undefined : `must be in UTF-8, not in the charset "${charset.slice(0, 100)}"`;
}

const isUtf8 = /^[ \t']*utf[-_]?8[ \t']*$/i;

const empty = invalid('is empty: send a JSON object with a name and a categoryId.');

function invalid(reason: string): RequestError {
  return { code: 'invalid_request', message: `The body ${reason}` };
}

function unsupported(reason: string): RequestError {
  return { code: 'unsupported_media_type', message: `The body ${reason}` };
}
