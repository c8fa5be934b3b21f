import type { HttpErrorCode } from '@petstore/http';
import { wireKey, type ExpectedReply, type WireRequest } from '../wire-case.ts';

type Header = readonly [name: string, value: string];

/** The CORS headers of every reply to a request without an Origin. */
export const cors = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Allow, Deprecation, Link, Retry-After, Sunset, WWW-Authenticate',
  vary: 'Origin',
};

/** The headers of every reply with a body. */
export const json = { ...cors, 'content-type': 'application/json' };

/** The headers of every reply of the deprecated `getPet`. */
export const sunset = {
  ...json,
  sunset: 'Thu, 05 Dec 2030 00:00:00 GMT',
  link: '<../pets>; rel="successor-version"',
};

/** The header with the valid key. */
export const authorization: Header = ['Authorization', `Bearer ${wireKey}`];

/** The header of a JSON body. */
export const jsonType: Header = ['Content-Type', 'application/json'];

/** A request with the key. */
export function authorized(method: string, path: string, headers: readonly Header[] = []): WireRequest {
  return { method, path, headers: [authorization, ...headers] };
}

/** A creation with the key. */
export function post(body: string | Uint8Array, headers: readonly Header[] = [jsonType]): WireRequest {
  return { ...authorized('POST', '/v1/pets', headers), body };
}

/** An Error body in a reply. */
export function error(
  status: number,
  code: HttpErrorCode,
  mentions: string,
  headers: Readonly<Record<string, string>> = json,
): ExpectedReply {
  return { status, headers, body: { code, mentions } };
}
