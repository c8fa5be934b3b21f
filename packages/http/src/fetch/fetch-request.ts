import { err, ok, type Result } from '@petstore/core';
import { readChunks, readUpTo } from '../body/body-chunks.ts';
import { bodyAborted, bodyTooLong, type HttpRequest, type RequestError } from '../request.ts';

/** Matches the scheme and the authority of a URL. The store ignores both. */
const schemeAndAuthority = /^[^:/?#]+:(?:\/\/[^/?#]*)?/;

/** Makes the request that the handler takes from a Request of the Fetch standard. */
export function toHttpRequest(request: Request): HttpRequest {
  const { headers } = request;
  return {
    method: request.method,
    target: request.url.replace(schemeAndAuthority, ''),
    // Ask the head first: on some servers, such as Hono's, a body that was looked at must also be read.
    get hasBody() {
      const length = headers.get('content-length');
      if (length !== null) return length !== '0';
      return headers.has('transfer-encoding') || request.body !== null;
    },
    get baseUrl() {
      return schemeAndAuthority.exec(request.url)?.[0];
    },
    // The Headers of happy-dom have names as they were written.
    headers: Object.fromEntries(Array.from(headers, ([name, value]) => [name.toLowerCase(), value])),
    readBody: (limit) => readBody(request, limit),
  };
}

/** Reads a body up to a limit, and discards the rest. */
async function readBody(request: Request, limit: number): Promise<Result<Uint8Array, RequestError>> {
  if (request.bodyUsed || request.body?.locked) {
    throw new Error('The request body was read before the pet store saw it: hand over the request as it came.');
  }
  const body = readChunks(request);
  const read = await readUpTo(body, limit).catch(() => undefined);
  switch (read?.end) {
    case 'complete':
      return ok(read.bytes);
    case 'too_long':
      discard(body).catch(() => undefined);
      return err(bodyTooLong(limit));
    case 'not_bytes':
      await body.return();
      throw new TypeError('The request body is a stream of something other than Uint8Arrays.');
    case undefined:
      return err(bodyAborted); // its source failed: the client is gone
  }
}

/** How many chunks of a body are discarded before it is cancelled: about 16 MB from a network. */
const maxDiscardedChunks = 1_000;

/**
 * Reads and discards the rest of a body while its response is sent. Otherwise the server would close the connection, and the client
 * might lose the response.
 */
async function discard(body: AsyncGenerator): Promise<void> {
  for (let count = 0; count < maxDiscardedChunks; count++) if ((await body.next()).done) return;
  await body.return(undefined);
}
