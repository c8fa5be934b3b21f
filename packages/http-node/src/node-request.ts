import type { BodyFailure, HttpRequest } from '@petstore/http';
import { err, ok, type Result } from 'neverthrow';
import type { IncomingMessage } from 'node:http';

/**
 * Presents a request of node:http to the handler.
 *
 * @param beforeBody called before the body is read: where a client waits for `100 Continue`, the time to send it
 */
export function nodeRequest(message: IncomingMessage, beforeBody?: () => void): HttpRequest {
  const { headers, rawHeaders } = message;
  return {
    method: message.method ?? '',
    target: message.url ?? '',
    hasBody: headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0,
    header(name) {
      const value = headers[name];
      if (value === undefined) return undefined;
      const sent = valuesSent(rawHeaders, name);
      return sent.length > 1 ? sent.join(', ') : String(value);
    },
    readBody(limit) {
      beforeBody?.();
      return readBody(message, limit);
    },
  };
}

/** Every value of a header as it was sent: of several, node:http drops all but the first Authorization without a word. */
function valuesSent(rawHeaders: readonly string[], name: string): readonly string[] {
  const values: string[] = [];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const sent = rawHeaders[i] ?? '';
    if (sent.length === name.length && sent.toLowerCase() === name) values.push(rawHeaders[i + 1] ?? '');
  }
  return values;
}

/** Reads a body up to a limit. What is beyond is left to node:http, which discards it once the reply is sent. */
function readBody(message: IncomingMessage, limit: number): Promise<Result<Uint8Array, BodyFailure>> {
  if (message.readableEnded || message.readableDidRead) {
    return Promise.reject(
      new Error('The request body was read before the pet store saw it: mount the store ahead of every body parser.'),
    );
  }
  if (message.destroyed) return Promise.resolve(err('aborted')); // its `close` is over and would not come again
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;

    const finish = (result: Result<Uint8Array, BodyFailure>) => {
      message.off('data', take).off('end', complete).off('close', abort).off('error', abort);
      resolve(result);
    };
    const take = (chunk: Buffer) => {
      length += chunk.length;
      if (length > limit) finish(err('too_large'));
      else chunks.push(chunk);
    };
    const complete = () => {
      const [first] = chunks;
      finish(ok(chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks, length)));
    };
    const abort = () => {
      finish(err('aborted'));
    };
    message.on('data', take).on('end', complete).on('close', abort).on('error', abort);
    message.resume(); // whoever looked at it before may have paused it
  });
}
