import { err, ok, type Result } from '@petstore/core';
import { bodyAborted, bodyTooLong, type RequestError, type HttpRequest } from './request.ts';
import { concatenate, isBytes } from './bytes.ts';
import { bodyChunks } from './body-chunks.ts';

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
  if (request.bodyUsed || request.body?.locked) {
    throw new Error('The request body was read before the pet store saw it: hand over the request as it came.');
  }
  const body = bodyChunks(request);
  const chunks: Uint8Array[] = [];
  let length = 0;
  while (length <= limit) {
    const read = await body.next().catch(() => undefined);
    if (read === undefined) return err(bodyAborted); // its source failed: the client is gone
    if (read.done) return ok(concatenate(chunks));
    if (!isBytes(read.value)) {
      await body.return();
      throw new TypeError('The request body is a stream of something other than Uint8Arrays.');
    }
    chunks.push(read.value);
    length += read.value.length;
  }
  discard(body).catch(() => undefined);
  return err(bodyTooLong(limit));
}

/** How many chunks of a body that is too long are discarded before it is cancelled: of a network, some 16 MB or more. */
const maxDiscardedChunks = 1_000;

/**
 * Discards the rest of a body while its reply is sent: a server closes a connection whose request was not read to its end, and
 * the client may lose the reply.
 */
async function discard(body: AsyncGenerator): Promise<void> {
  for (let count = 0; count < maxDiscardedChunks; count++) if ((await body.next()).done) return;
  await body.return(undefined);
}
