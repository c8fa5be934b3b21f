import { tokenPattern } from '../header-field.ts';
import type { HttpSettings } from '../options.ts';
import type { HttpResponse } from '../response.ts';
import type { HttpRequest } from '../request.ts';
import { formatAllow } from '../router.ts';
import { operations } from '../operations/operations.ts';
import type { Concern } from './concern.ts';

/** Answers the preflights of browsers, and lets a page of any origin read the responses. */
export function allowOtherOrigins({ cors }: HttpSettings): Concern {
  if (!cors) return {};
  return {
    respond: (request) =>
      isPreflight(request) ? { status: 204, headers: createPreflightHeaders(request), body: '' } : undefined,
    createHeaders: ({ headers }) => createCorsHeaders(headers),
  };
}

/** The header fields that scripts of another origin may read. They could not read these without this list. */
const exposedHeaders = 'Allow, Deprecation, Link, Retry-After, Sunset, WWW-Authenticate';

/** For a request that names no origin. `Vary: Origin` keeps caches from giving this response to a page of another origin. */
const headersForAnyOrigin: HttpResponse['headers'] = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': exposedHeaders,
  Vary: 'Origin',
};

/**
 * Makes the header fields that let a page of any origin read a response (Fetch standard, section 3.3).
 *
 * They name the origin, because `*` is no wildcard for a page that sends credentials. Allowing credentials is safe: the server
 * ignores those that a browser adds by itself, such as cookies, and a browser never adds a bearer key.
 *
 * @param more names of further header fields of this response: a test server sends the fields that its script says
 */
export function createCorsHeaders(
  { origin }: HttpRequest['headers'],
  more: readonly string[] = [],
): HttpResponse['headers'] {
  const headers =
    origin === undefined || !visibleAsciiPattern.test(origin)
      ? headersForAnyOrigin
      : { ...headersForAnyOrigin, 'Access-Control-Allow-Origin': origin, 'Access-Control-Allow-Credentials': 'true' };
  if (more.length === 0) return headers;
  return { ...headers, 'Access-Control-Expose-Headers': [exposedHeaders, ...more].join(', ') };
}

/** Whether a request is a preflight: a browser asks whether a page may send a request (Fetch standard, section 3.3.2). */
function isPreflight({ method, headers }: HttpRequest): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
}

/**
 * Makes the header fields that answer a preflight. They allow any path, method and header: the page then sees the 404 or the
 * 405 instead of a CORS error.
 */
function createPreflightHeaders({ headers }: HttpRequest): HttpResponse['headers'] {
  const { 'access-control-request-method': method = '', 'access-control-request-headers': names = '' } = headers;
  return {
    'Access-Control-Allow-Methods': tokenPattern.test(method) ? method : formatAllow(operations),
    'Access-Control-Allow-Headers': tokenListPattern.test(names) ? names : '*, Authorization',
    'Access-Control-Max-Age': '7200',
  };
}

const visibleAsciiPattern = /^[\x21-\x7e]+$/;
const token = tokenPattern.source.slice(1, -1);
const tokenListPattern = new RegExp(`^${token}(?:[ \\t]*,[ \\t]*${token})*$`);
