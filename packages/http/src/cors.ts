import { operations } from './operations/operations.ts';
import type { Reply } from './reply.ts';
import type { HttpRequest } from './request.ts';
import { allowOf } from './router.ts';

/**
 * Lets a page of any origin read a reply (Fetch standard, section 3.3). Any origin is safe: a browser never adds a bearer
 * key by itself.
 */
export const corsHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Deprecation, Link, Sunset, WWW-Authenticate',
} as const;

/** Answers every preflight; `*` covers each header except Authorization. */
export const preflightReply: Reply = {
  status: 204,
  headers: {
    ...corsHeaders,
    'Access-Control-Allow-Methods': allowOf(operations),
    'Access-Control-Allow-Headers': '*, Authorization',
    'Access-Control-Max-Age': '7200',
  },
  body: '',
};

export function isPreflight(request: HttpRequest): boolean {
  return (
    request.method === 'OPTIONS' &&
    request.headers.origin !== undefined &&
    request.headers['access-control-request-method'] !== undefined
  );
}
