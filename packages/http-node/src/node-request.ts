import { err, ok, stringifyJson, type Result } from '@petstore/core';
import { bodyTooLong, type RequestError, type HttpRequest } from '@petstore/http';
import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';

type Body = Result<Uint8Array, RequestError>;

export class NodeRequest implements HttpRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly hasBody: boolean;
  private bodyError: RequestError | undefined;
  private finishBody: ((body: Body) => void) | undefined;

  constructor(readonly message: IncomingMessage) {
    this.method = message.method ?? '';
    this.target = getTarget(message);
    this.headers = message.headers as Record<string, string>; // only Set-Cookie would be a list, and no request has it
    this.hasBody =
      message.headers['transfer-encoding'] !== undefined || Number(message.headers['content-length'] ?? 0) > 0;
  }

  get baseUrl(): string | undefined {
    const { headers, socket } = this.message;
    if (headers.host === undefined) return undefined;
    const scheme = (socket as Partial<TLSSocket>).encrypted === true ? 'https' : 'http';
    return `${scheme}://${headers.host}${getMountPath(this.message)}`;
  }

  /**
   * Reads a body up to a limit. The rest is discarded as it comes, because the stream flows on without a listener. A body that nobody
   * reads is discarded by Node after the response.
   */
  readBody(limit: number): Promise<Body> {
    const { message } = this;
    if (message.readableEnded || message.readableDidRead || message.readableEncoding !== null) {
      const parsed = encodeParsedBody(message);
      if (parsed !== undefined) return Promise.resolve(parsed.length > limit ? err(bodyTooLong(limit)) : ok(parsed));
      return Promise.reject(
        new Error(
          'The request body was read or decoded before the pet store saw it: mount the store ahead of every body parser and of every other listener to its `data` event.',
        ),
      );
    }
    if (this.bodyError !== undefined) return Promise.resolve(err(this.bodyError));
    return new Promise((resolve) => {
      this.finishBody = resolve; // further calls have no effect
      const chunks: Buffer[] = [];
      let length = 0;
      const take = (chunk: Buffer) => {
        chunks.push(chunk);
        if (chunks.length === 1_024) chunks.splice(0, 1_024, Buffer.concat(chunks)); // many small chunks would take far more memory than their bytes
        length += chunk.length;
        if (length <= limit) return;
        message.off('data', take);
        resolve(err(bodyTooLong(limit)));
      };
      message.on('data', take).on('end', () => {
        const [first] = chunks; // most bodies are one chunk, which needs no copy
        resolve(ok(first?.length === length ? first : Buffer.concat(chunks, length)));
      });
      message.resume(); // a middleware may have paused it
    });
  }

  /** Ends an incomplete body with an error: the client is gone, or the parser refuses the rest. The first error counts. */
  failBody(error: RequestError): void {
    this.bodyError ??= error;
    this.finishBody?.(err(error));
  }
}

/** Returns the request target. Restores `/v1` if the host has stripped it with its mount path. */
export function getTarget(message: IncomingMessage): string {
  return `${getMountPath(message).endsWith('/v1') ? '/v1' : ''}${message.url ?? ''}`;
}

/**
 * Returns the path of the mount, with or without `/v1`, which the host has stripped from the target. Express passes it on as
 * `baseUrl`. Others, such as connect, pass on the whole target as `originalUrl`.
 */
function getMountPath({
  baseUrl,
  originalUrl,
  url = '',
}: IncomingMessage & { readonly baseUrl?: unknown; readonly originalUrl?: unknown }): string {
  if (typeof baseUrl === 'string') return baseUrl;
  return typeof originalUrl === 'string' && originalUrl.endsWith(url)
    ? originalUrl.slice(0, originalUrl.length - url.length)
    : '';
}

/**
 * Encodes a body that a body parser such as `express.json()` has already read and left in `body`.
 *
 * @returns the bytes; `undefined` if there is no such body, or if it contains a number that may have been rounded: a fraction or an
 *   unsafe integer. A fraction that was rounded to a safe integer, such as 1.00000000000000001, goes unnoticed
 */
function encodeParsedBody({ body }: IncomingMessage & { readonly body?: unknown }): Uint8Array | undefined {
  if (body instanceof Uint8Array) return body;
  if (typeof body === 'string') return Buffer.from(body);
  return typeof body === 'object' && isExact(body) ? Buffer.from(stringifyJson(body)) : undefined;
}

function isExact(value: unknown): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(isExact);
}
