import type { HttpOptions } from './options.ts';
import type { Reply } from './reply.ts';
import { fetchRequest } from './fetch-request.ts';
import { createHandler } from './handler.ts';

/** What `new Request` takes beside its URL. */
export type RequestOptions = ConstructorParameters<typeof Request>[1];

/** The pet store as a `fetch`: takes what `fetch` takes, and rejects only for a request that is not valid, or aborted already. */
export type FetchHandler = (input: Request | URL | string, init?: RequestOptions) => Promise<Response>;

/**
 * Makes the `/v1` interface as a `fetch` of its own: for tests without a socket, and for every server that speaks Request
 * and Response. It answers every path, those outside `/v1` with 404. The host of the URL does not matter. A signal matters only
 * in `init`, if it is aborted already.
 *
 * @throws TypeError for a wrong or an unknown option, naming it
 */
export function createFetchHandler(options: HttpOptions): FetchHandler {
  const handler = createHandler(options);
  return async (input, init) => {
    const request = toRequest(input, init);
    if (init?.signal?.aborted === true) throw init.signal.reason; // not `request.signal`: some hosts have none, and Deno warns
    return toResponse(request.method, await handler.handle(fetchRequest(request)));
  };
}

/**
 * Returns a Request unchanged unless `init` changes it: `new Request` would refuse one of another realm, and a server passes
 * something of its own as `init`, such as the server itself (Bun) or the variables (Workers).
 */
export function toRequest(input: Request | URL | string, init: RequestOptions): Request {
  const isRequest = typeof input === 'object' && 'method' in input;
  return isRequest && !changes.some((name) => name in (init ?? {})) ? input : new Request(input, init);
}

const changes = ['method', 'headers', 'body', 'signal'];

/** Carries a reply as a Response. */
export function toResponse(method: string, { status, headers, body }: Reply): Response {
  if (status === 204) return new Response(null, { status, headers });
  const bytes = new TextEncoder().encode(body);
  const withLength = { ...headers, 'Content-Length': String(bytes.length) };
  return new Response(method === 'HEAD' ? null : bytes, { status, headers: withLength });
}
