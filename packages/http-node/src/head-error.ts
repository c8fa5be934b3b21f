import type { RequestError } from '@petstore/http';
import type { NodeRequest } from './node-request.ts';

/** Finds a wrong target or Host, or an unsupported HTTP version, transfer coding or expectation. */
export function findHeadError(request: NodeRequest): RequestError | undefined {
  const { httpVersion } = request.message;
  const { expect, host, 'transfer-encoding': coding } = request.headers;
  if (httpVersion !== '1.1' && httpVersion !== '1.0')
    return invalid(`HTTP/${httpVersion} is not supported: send HTTP/1.1.`);
  if (host === undefined ? httpVersion === '1.1' : !hostPattern.test(host)) {
    return invalid('The request must have exactly one Host header, with the name of a host.');
  }
  // No form of a target has a fragment (RFC 9112, section 3.2). Node's parser lets one pass.
  if (request.target.includes('#')) return invalid('The target of a request must have no fragment: send no #.');
  if (coding !== undefined && (httpVersion === '1.0' || !chunkedLastPattern.test(coding))) {
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

/** Matches an empty Host header, or a host with an optional port (RFC 9112, section 3.2). No comma: it joins two Host headers. */
const hostPattern = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+;=%-]*)(?::\d*)?$/i;

/** Matches codings of which the last is chunked. Otherwise the length of the body is not certain (RFC 9112, section 6.1). */
const chunkedLastPattern = /(?:^|[,\s])chunked$/i;

function invalid(message: string): RequestError {
  return { code: 'invalid_request', message };
}
