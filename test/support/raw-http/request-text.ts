/** Writes a GET request with a key, and further header lines. */
export function writeGet(apiKey: string, target = '/v1/pets', headers = '', version = 'HTTP/1.1'): string {
  return `GET ${target} ${version}\r\nHost: a\r\nAuthorization: Bearer ${apiKey}\r\n${headers}\r\n`;
}

/** Writes a creation with a key, and further header lines. It adds the length of the body unless they frame the body. */
export function writePost(apiKey: string, body = '{"name":"Rex","categoryId":1}', headers = ''): string {
  const isFramed = headers.includes('Content-Length') || headers.includes('Transfer-Encoding');
  const length = isFramed ? '' : `Content-Length: ${body.length}\r\n`;
  return `POST /v1/pets HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${apiKey}\r\nContent-Type: application/json\r\n${length}${headers}\r\n${body}`;
}
