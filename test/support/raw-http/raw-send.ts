import { checkDocumentedReply } from '../wire/documented-reply.ts';
import type { Send, WireRequest } from '../wire/wire-case.ts';
import { openRawConnection } from './raw-connection.ts';

/** Makes a function that sends each request over a new connection, exactly as it is. Each reply must match the OpenAPI document. */
export function createRawSend(port: number): Send {
  return async (request) => {
    const connection = await openRawConnection(port);
    connection.write(writeRequest(request));
    const reply = await connection.reply(request.method);
    connection.socket.destroy();
    return checkDocumentedReply(request, reply);
  };
}

/** Writes a request as HTTP/1.1. */
function writeRequest({ method, path, headers, body, streamed }: WireRequest): Uint8Array {
  const bytes = Buffer.from(body ?? '');
  const isLengthGiven = headers.some(([name]) => name.toLowerCase() === 'content-length');
  const framing = streamed
    ? 'Transfer-Encoding: chunked\r\n'
    : body === undefined || isLengthGiven
      ? ''
      : `Content-Length: ${bytes.length}\r\n`;
  const fields = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const head = Buffer.from(`${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${fields}${framing}\r\n`);
  return Buffer.concat([head, streamed ? splitIntoChunks(bytes) : bytes]);
}

/** Splits a body into chunks of 1,000 bytes (RFC 9112, section 7.1). */
function splitIntoChunks(body: Buffer): Buffer {
  const chunks: Buffer[] = [];
  for (let start = 0; start < body.length; start += 1_000) {
    const chunk = body.subarray(start, start + 1_000);
    chunks.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n'));
  }
  return Buffer.concat([...chunks, Buffer.from('0\r\n\r\n')]);
}
