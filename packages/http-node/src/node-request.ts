import { err, ok, type Result } from '@petstore/core';
import { bodyAborted, bodyTooLong, type BodyError, type HttpRequest } from '@petstore/http';
import type { IncomingMessage } from 'node:http';

/** A request of node:http as the handler reads it. */
export class NodeRequest implements HttpRequest {
  readonly method: string;
  readonly target: string;
  private readonly message: IncomingMessage;
  private readonly beforeBody: (() => void) | undefined;

  /** @param beforeBody called before the body is read: where a client waits for `100 Continue`, the time to send it */
  constructor(message: IncomingMessage, beforeBody?: () => void) {
    this.method = message.method ?? '';
    this.target = message.url ?? '';
    this.message = message;
    this.beforeBody = beforeBody;
  }

  get hasBody(): boolean {
    const { headers } = this.message;
    return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  }

  header(name: string): string | undefined {
    const { headers, rawHeaders } = this.message;
    const value = headers[name];
    return value === undefined ? undefined : (severalSent(rawHeaders, name) ?? String(value));
  }

  readBody(limit: number): Promise<Result<Uint8Array, BodyError>> {
    const { message } = this;
    if (message.readableEnded || message.readableDidRead) {
      return Promise.reject(
        new Error('The request body was read before the pet store saw it: mount the store ahead of every body parser.'),
      );
    }
    this.beforeBody?.();
    if (message.destroyed) return Promise.resolve(err(bodyAborted)); // its `close` is over and would not come again
    return message.complete ? Promise.resolve(takeBody(message, limit)) : collectBody(message, limit);
  }
}

/** The values of a header that was sent more than once: node:http drops all but the first Authorization without a word. */
function severalSent(rawHeaders: readonly string[], name: string): string | undefined {
  let first: string | undefined;
  let several: string | undefined;
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const sent = rawHeaders[i];
    if (sent?.length !== name.length || sent.toLowerCase() !== name) continue;
    if (first === undefined) first = rawHeaders[i + 1];
    else several = `${several ?? first}, ${rawHeaders[i + 1]}`;
  }
  return several;
}

const noBytes = new Uint8Array();

/** Takes a body that has arrived as a whole. */
function takeBody(message: IncomingMessage, limit: number): Result<Uint8Array, BodyError> {
  return message.readableLength > limit ? err(bodyTooLong(limit)) : ok((message.read() as Buffer | null) ?? noBytes);
}

/** Reads a body as it comes, up to a limit. What is beyond is left to node:http, which discards it once the reply is sent. */
function collectBody(message: IncomingMessage, limit: number): Promise<Result<Uint8Array, BodyError>> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;

    const finish = (result: Result<Uint8Array, BodyError>) => {
      message.off('data', take).off('end', complete).off('close', abort).off('error', abort);
      resolve(result);
    };
    const take = (chunk: Buffer) => {
      length += chunk.length;
      if (length > limit) finish(err(bodyTooLong(limit)));
      else chunks.push(chunk);
    };
    const complete = () => {
      const [first] = chunks;
      finish(ok(chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks, length)));
    };
    const abort = () => {
      finish(err(bodyAborted));
    };
    message.on('data', take).on('end', complete).on('close', abort).on('error', abort);
    message.resume(); // whoever looked at it before may have paused it
  });
}
