import { createCorsHeaders, type HttpRequest, type HttpResponse, errorStatuses } from '@petstore/http';
import { STATUS_CODES } from 'node:http';
import { addDefaults, type CheckedResponse } from './script-step.ts';

/**
 * Makes the response of a script.
 *
 * @param request the header fields of the request if the response gets CORS headers
 */
export function createScriptedResponse(
  { status, headers = {}, body }: CheckedResponse,
  request: HttpRequest['headers'] | undefined,
): HttpResponse {
  const type = body === undefined ? 'application/json' : 'text/plain; charset=utf-8';
  const text = body ?? writeDefaultBody(status);
  const defaults = {
    ...(text !== '' && { 'Content-Type': type }),
    ...(request && createCorsHeaders(request, Object.keys(headers))),
  };
  return { status, headers: addDefaults(headers, defaults), body: text };
}

/** Writes an Error body for an error status (docs/interface.md, part 7); else an empty one. */
function writeDefaultBody(status: number): string {
  if (status < 400) return '';
  const [known] = Object.entries(errorStatuses).find(([, known]) => known === status) ?? [];
  const code = known ?? (STATUS_CODES[status] ?? 'Scripted Error').toLowerCase().replace(/\W+/g, '_');
  return JSON.stringify({ code, message: 'The test asked for this response.', status });
}

/** The response of a proxy whose upstream is gone. */
export const proxyError: HttpResponse = {
  status: 502,
  headers: { Server: 'nginx', 'Content-Type': 'text/html' },
  body: `<html>\r
<head><title>502 Bad Gateway</title></head>\r
<body>\r
<center><h1>502 Bad Gateway</h1></center>\r
<hr><center>nginx</center>\r
</body>\r
</html>\r
`,
};
