/** @typedef {{ method: string, url: string, headers: Record<string, string>, body: string | null }} ApiRequest */

/**
 * Writes a request as a curl command for a POSIX shell. The server uses this too, so it needs no browser.
 *
 * @param {ApiRequest} request
 */
export function curlLine({ method, url, headers, body }) {
  const parts = [
    method === (body === null ? 'GET' : 'POST') ? `curl ${quoted(url)}` : `curl -X ${method} ${quoted(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === null ? [] : [`--data-raw ${quoted(body)}`]),
  ];
  return parts.join(' \\\n  ');
}

/** @param {string} text */
function quoted(text) {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
