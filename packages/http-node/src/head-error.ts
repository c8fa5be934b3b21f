import type { RequestError } from '@petstore/http';
import type { NodeRequest } from './node-request.ts';

/** Finds what this server does not support: another version of HTTP, transfer coding or expectation, and a wrong Host. */
export function headError(request: NodeRequest): RequestError | undefined {
  const { httpVersion } = request.message;
  const { expect, host, 'transfer-encoding': coding } = request.headers;
  if (httpVersion !== '1.1' && httpVersion !== '1.0')
    return invalid(`HTTP/${httpVersion} is not supported: send HTTP/1.1.`);
  if (host === undefined ? httpVersion === '1.1' : !isHost.test(host)) {
    return invalid('The request must have exactly one Host header, with the name of a host.');
  }
  if (coding !== undefined && (httpVersion === '1.0' || !endsWithChunked.test(coding))) {
    return invalid('The last transfer coding must be chunked, and HTTP/1.0 has none.');
  }
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    return { code: 'not_implemented', message: 'The only supported transfer coding is chunked.' };
  }
  if (expect !== undefined && expect.toLowerCase() !== '100-continue') {
    return { code: 'expectation_failed', message: 'The only supported expectation is 100-continue.' };
  }
  return undefined;
}

/** A host and perhaps a port, or nothing (RFC 9112, section 3.2). A comma is what joins two Host headers. */
const isHost = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+;=%-]*)(?::\d*)?$/i;

/** Otherwise the length of the body is in doubt (RFC 9112, section 6.1). */
const endsWithChunked = /(?:^|[,\s])chunked$/i;

function invalid(message: string): RequestError {
  return { code: 'invalid_request', message };
}
