import type { FetchHandler } from '@petstore/http';
import type { Send, WireReply, WireRequest } from './wire-case.ts';

/** Sends requests to a fetch handler, without a socket. Like a server, it sets Content-Length. */
export function createFetchSend(handler: FetchHandler): Send {
  return async (request) => readReply(await handler(toRequest(request)));
}

/** Makes a Request of the Fetch standard. */
export function toRequest({ method, path, headers, body, streamed }: WireRequest): Request {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const fields = new Headers();
  for (const [name, value] of headers) fields.append(name, value);
  if (bytes !== undefined && !streamed && !fields.has('Content-Length')) {
    fields.set('Content-Length', String(bytes.length));
  }
  const init: RequestInit & { readonly duplex: 'half' } = {
    method,
    headers: fields,
    body: bytes === undefined ? null : streamed ? streamInPieces(bytes) : bytes,
    duplex: 'half', // required if the body is a stream
  };
  return new Request(`http://pets.test${path}`, init);
}

async function readReply(response: Response): Promise<WireReply> {
  return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
}

/** A stream of pieces of 1,000 bytes. */
function streamInPieces(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let start = 0;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (start >= bytes.length) controller.close();
      else controller.enqueue(bytes.slice(start, (start += 1_000)));
    },
  });
}
