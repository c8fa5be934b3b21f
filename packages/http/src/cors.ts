import type { Reply } from './reply.ts';
import type { HttpRequest } from './request.ts';
import { allowOf } from './router.ts';
import { operations } from './operations/operations.ts';

/** The header fields of our replies that scripts of another origin cannot read unless they are named. */
const exposed = 'Allow, Deprecation, Link, Retry-After, Sunset, WWW-Authenticate';

/** For a request without an Origin, or one that could not be parsed. `Vary` keeps a cache from passing it on to a page. */
const headersForAnyOrigin: Reply['headers'] = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': exposed,
  Vary: 'Origin',
};

/**
 * Makes the header fields that let a page of any origin read a reply (Fetch standard, section 3.3). They name the origin,
 * because `*` is no wildcard for a page that sends credentials. That is safe: the credentials that a browser adds by itself,
 * such as cookies, mean nothing here, and it never adds a bearer key.
 *
 * @param more names of header fields that only this reply has
 */
export function corsHeaders({ origin }: HttpRequest['headers'], more: readonly string[] = []): Reply['headers'] {
  const headers =
    origin === undefined || !isVisibleAscii.test(origin)
      ? headersForAnyOrigin
      : { ...headersForAnyOrigin, 'Access-Control-Allow-Origin': origin, 'Access-Control-Allow-Credentials': 'true' };
  if (more.length === 0) return headers;
  return { ...headers, 'Access-Control-Expose-Headers': [exposed, ...more].join(', ') };
}

/** Whether a browser asks if a page may send a request (Fetch standard, section 3.3.2). */
export function isPreflight({ method, headers }: HttpRequest): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
}

/**
 * Makes the header fields that allow the request that a preflight asks for, whatever its path, its method and its headers: the
 * page shall see the 404 or the 405, not a failure of CORS. `Allow-Private-Network` lets a page of the Internet call this
 * machine in browsers that ask for it.
 */
export function preflightHeaders({ headers }: HttpRequest): Reply['headers'] {
  const { 'access-control-request-method': method = '', 'access-control-request-headers': names = '' } = headers;
  return {
    'Access-Control-Allow-Methods': isToken.test(method) ? method : allowOf(operations),
    'Access-Control-Allow-Headers': isListOfTokens.test(names) ? names : '*, Authorization',
    'Access-Control-Max-Age': '7200',
    ...(headers['access-control-request-private-network'] === 'true' && {
      'Access-Control-Allow-Private-Network': 'true',
    }),
  };
}

const isVisibleAscii = /^[\x21-\x7e]+$/;
const isToken = /^[\w!#$%&'*+.^`|~-]+$/;
const isListOfTokens = /^[\w!#$%&'*+.^`|~-]+(?:[ \t]*,[ \t]*[\w!#$%&'*+.^`|~-]+)*$/;
