import { err, ok, type Result } from '@petstore/core';
import { bodyAborted, bodyTooLong, type RequestError, type HttpRequest } from './request.ts';
import { concatenate, isBytes } from './bytes.ts';

/** Matches the scheme and the authority of a URL: the store answers under any of them. */
const schemeAndAuthority = /^[^:/?#]+:(?:\/\/[^/?#]*)?/;

/** Presents a Fetch standard Request to the handler. */
export function fetchRequest(request: Request): HttpRequest {
  const { headers } = request;
  return {
    method: request.method,
    target: request.url.replace(schemeAndAuthority, ''),
    // On some servers, such as that of Hono, a body that was looked at must also be read. So ask the head first.
    get hasBody() {
      const length = headers.get('content-length');
      if (length !== null) return length !== '0';
      return headers.has('transfer-encoding') || request.body !== null;
    },
    get baseUrl() {
      return schemeAndAuthority.exec(request.url)?.[0];
    },
    headers: Object.fromEntries(headers),
    readBody: (limit) => readBody(request, limit),
  };
}

/** Reads a body up to a limit, and discards what is beyond. */
async function readBody(request: Request, limit: number): Promise<Result<Uint8Array, RequestError>> {
  const { body, bodyUsed } = request;
  if (bodyUsed || body?.locked) {
    throw new Error('The request body was read before the pet store saw it: hand over the request as it came.');
  }
  if (body === null) return ok(new Uint8Array());
  if (typeof (body as Partial<typeof body> | undefined)?.getReader !== 'function') {
    const bytes = new Uint8Array(await request.arrayBuffer()); // node-fetch and whatwg-fetch have no web stream
    return bytes.length > limit ? err(bodyTooLong(limit)) : ok(bytes);
  }
  const reader: ReadableStreamDefaultReader<unknown> = body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  while (length <= limit) {
    const chunk = await reader.read().catch(() => undefined);
    if (chunk === undefined) return err(bodyAborted); // its source failed: the client is gone
    if (chunk.done) return ok(concatenate(chunks));
    if (!isBytes(chunk.value)) {
      reader.cancel().catch(() => undefined); // its source may fail, or never end
      throw new TypeError('The request body is a stream of something other than Uint8Arrays.');
    }
    chunks.push(chunk.value);
    length += chunk.value.length;
  }
  discard(reader).catch(() => undefined);
  return err(bodyTooLong(limit));
}

/** How many chunks of a body that is too long are discarded before it is cancelled: of a network, some 16 MB or more. */
const maxDiscardedChunks = 1_000;

/**
 * Discards the rest of a body while its reply is sent: a server closes a connection whose request was not read to its end, and
 * the client may lose the reply.
 */
async function discard(reader: ReadableStreamDefaultReader<unknown>): Promise<void> {
  for (let count = 0; count < maxDiscardedChunks; count++) if ((await reader.read()).done) return;
  await reader.cancel();
}
