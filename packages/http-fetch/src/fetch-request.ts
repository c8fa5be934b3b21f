import type { BodyFailure, HttpRequest } from '@petstore/http';
import { err, ok, type Result } from 'neverthrow';

/** Presents a Fetch standard Request to the handler. */
export function fetchRequest(request: Request): HttpRequest {
  const { headers } = request;
  return {
    method: request.method,
    target: request.url,
    hasBody: request.body !== null && headers.get('content-length') !== '0',
    header: (name) => headers.get(name) ?? undefined,
    readBody: (limit) => readBody(request, limit),
  };
}

/** Reads a body up to a limit, and cancels what is beyond. */
async function readBody({ body, bodyUsed }: Request, limit: number): Promise<Result<Uint8Array, BodyFailure>> {
  if (bodyUsed) {
    throw new Error('The request body was read before the pet store saw it: hand over the request as it came.');
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    const reader = body?.getReader();
    for (;;) {
      const chunk: unknown = (await reader?.read())?.value;
      if (chunk === undefined) return ok(concatenate(chunks, length));
      if (!(chunk instanceof Uint8Array)) return err('aborted'); // a stream of the caller's own that gives no bytes
      chunks.push(chunk);
      length += chunk.length;
      if (length > limit) {
        await reader?.cancel();
        return err('too_large');
      }
    }
  } catch {
    return err('aborted');
  }
}

function concatenate(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [first] = chunks;
  if (chunks.length === 1 && first !== undefined) return first;
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}
