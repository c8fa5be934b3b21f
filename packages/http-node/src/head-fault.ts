import type { WireErrorCode } from '@petstore/http';
import type { IncomingMessage } from 'node:http';

/** Why a head is refused: the code and the message of the reply. */
export interface HeadFault {
  readonly code: WireErrorCode;
  readonly message: string;
}

/**
 * Finds what the parser of node:http lets through although it cannot be served: a body in a transfer coding that nothing
 * here decodes, one whose framing is faulty (RFC 9112, section 6.1), and a target whose authority is forbidden (RFC 9110,
 * section 4.2).
 */
export function headFault({ headers, httpVersion, url = '' }: IncomingMessage): HeadFault | undefined {
  const coding = headers['transfer-encoding'];
  if (coding !== undefined) {
    if (httpVersion === '1.0') return invalid('A request of HTTP/1.0 cannot have a Transfer-Encoding.');
    if (coding === '') return invalid('The Transfer-Encoding is empty.');
    if (isChunkedAtLast.test(coding)) {
      return { code: 'not_implemented', message: 'The only transfer coding that is possible here is chunked.' };
    }
  }
  return url.startsWith('/') || !hasForbiddenAuthority(url)
    ? undefined
    : invalid('The target must name a host, and no user, where it is a whole URL.');
}

/**
 * Whether what follows a request on its connection may not be what it seems, so that nothing there can be a request: where
 * its framing is faulty, and where it asks for another protocol. There node:http, which stays with its own, drops what came
 * in one piece behind the request, and so would take the rest of a body for the next.
 */
export function endsConnection({ headers, httpVersion }: IncomingMessage): boolean {
  const coding = headers['transfer-encoding'];
  return headers.upgrade !== undefined || (coding !== undefined && (coding === '' || httpVersion === '1.0'));
}

/** Another coding, and then chunked. Where chunked is not the last, the parser itself refuses the request next. */
const isChunkedAtLast = /[,\s]chunked$/i;

/** Finds what a server of our own refuses besides: another version of HTTP, and anything but one host. */
export function versionOrHostFault({ headers, httpVersion }: IncomingMessage): HeadFault | undefined {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') {
    return invalid(`HTTP/${httpVersion} is not spoken here: send HTTP/1.1.`);
  }
  const { host } = headers;
  return host === undefined ? mayLackHost(httpVersion) : isHost.test(host) ? undefined : hostFault;
}

const hostFault = invalid('The request must have exactly one Host header, with the name of a host.');

function mayLackHost(httpVersion: '1.0' | '1.1'): HeadFault | undefined {
  return httpVersion === '1.0' ? undefined : hostFault;
}

/**
 * A host and perhaps a port, or nothing (RFC 9112, section 3.2; RFC 3986, section 3.2). A comma, which a name could have,
 * is what joins two Host headers.
 */
const isHost = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+;=%-]*)(?::\d*)?$/i;

function hasForbiddenAuthority(url: string): boolean {
  const [, authority] = /^https?:\/\/([^/?#]*)/i.exec(url) ?? [];
  return authority === '' || authority?.includes('@') === true;
}

function invalid(message: string): HeadFault {
  return { code: 'invalid_request', message };
}
