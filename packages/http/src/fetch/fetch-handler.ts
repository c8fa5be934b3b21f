import { toHttpRequest } from './fetch-request.ts';
import { createHandler } from '../handler.ts';
import type { HttpOptions } from '../options.ts';
import type { HttpResponse } from '../response.ts';

/** What `new Request` takes beside its URL. */
type RequestOptions = ConstructorParameters<typeof Request>[1];

/** The pet store as a `fetch`. It rejects only for an invalid request, or for a signal in `init` that is already aborted. */
export interface FetchHandler {
  (input: Request | URL | string, init?: RequestOptions): Promise<Response>;
  /** A valid API key: the generated one, or the first of the list; `undefined` if a function decides. */
  readonly apiKey: string | undefined;
}

/** Makes a `fetch` that the pet store of the options answers. It throws as `createHandler` does. */
export function createFetchHandler(options: HttpOptions): FetchHandler {
  const handler = createHandler(options);
  const answer = async (input: Request | URL | string, init: RequestOptions) => {
    const request = toRequest(input, init);
    if (init?.signal?.aborted === true) throw init.signal.reason; // not `request.signal`: some hosts have none, and Deno warns
    return toResponse(request.method, await handler.handle(toHttpRequest(request)));
  };
  return Object.assign(answer, { apiKey: handler.apiKey });
}

/**
 * Makes a Request. A Request without changes in `init` is returned unchanged: `new Request` would refuse one of another realm.
 * Some servers pass other things as `init`: Bun passes the server, Workers pass the variables.
 */
export function toRequest(input: Request | URL | string, init: RequestOptions): Request {
  const isRequest = typeof input === 'object' && 'method' in input;
  if (!isRequest || changes.some((name) => name in (init ?? {}))) return new Request(input, init);
  return input;
}

const changes = ['method', 'headers', 'body', 'signal'];

export function toResponse(method: string, { status, headers, body }: HttpResponse): Response {
  if (status === 204 || status === 205 || status === 304) return new Response(null, { status, headers });
  const bytes = new TextEncoder().encode(body);
  const withLength = { ...headers, 'Content-Length': String(bytes.length) };
  return new Response(method === 'HEAD' ? null : bytes, { status, headers: withLength });
}
