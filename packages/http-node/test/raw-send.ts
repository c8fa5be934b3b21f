import { documentedReply, type Send, type WireRequest } from '@petstore/test-support/wire';
import { openRawConnection } from './raw-connection.ts';

/** Sends each request over a new connection, exactly as it is. Each reply must match the OpenAPI document. */
export function rawSend(port: number): Send {
  return async (request) => {
    const connection = await openRawConnection(port);
    try {
      connection.write(requestBytes(request));
      return documentedReply(request, await connection.reply(request.method));
    } finally {
      connection.socket.destroy();
    }
  };
}

/** Writes a request as HTTP/1.1. */
export function requestBytes({ method, path, headers, body, streamed }: WireRequest): Uint8Array {
  const bytes = Buffer.from(body ?? '');
  const lengthGiven = headers.some(([name]) => name.toLowerCase() === 'content-length');
  const framing = streamed
    ? 'Transfer-Encoding: chunked\r\n'
    : body === undefined || lengthGiven
      ? ''
      : `Content-Length: ${bytes.length}\r\n`;
  const fields = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const head = Buffer.from(`${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${fields}${framing}\r\n`);
  return Buffer.concat([head, streamed ? inChunks(bytes) : bytes]);
}

/** Cuts a body into chunks of 1,000 bytes (RFC 9112, section 7.1). */
function inChunks(body: Buffer): Buffer {
  const chunks: Buffer[] = [];
  for (let start = 0; start < body.length; start += 1_000) {
    const chunk = body.subarray(start, start + 1_000);
    chunks.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n'));
  }
  return Buffer.concat([...chunks, Buffer.from('0\r\n\r\n')]);
}
