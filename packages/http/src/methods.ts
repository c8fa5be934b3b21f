import type { HttpRequest } from './request.ts';
import { createErrorResponse, type ResponseDraft } from './response.ts';

/** Answers a request for something that can only be read, such as a page. */
export function respondToRead<T>({ method }: HttpRequest, read: () => T): T | ResponseDraft {
  return method === 'GET' || method === 'HEAD' ? read() : respondToOtherMethod(method, 'GET, HEAD');
}

/**
 * Answers a method that a path does not have: an OPTIONS that is no preflight (RFC 9110, section 9.3.7) with 204, any other with
 * 405.
 *
 * @param allow the methods of the path, as in an Allow header
 */
export function respondToOtherMethod(method: string, allow: string): ResponseDraft {
  const headers = { Allow: allow };
  if (method === 'OPTIONS') return { status: 204, headers, body: '' };
  return createErrorResponse('method_not_allowed', `${method} is not possible here: send ${allow}.`, headers);
}
