import { createCorsHeaders, errorStatuses, type HttpRequest, type HttpResponse } from '@petstore/http';
import { STATUS_CODES } from 'node:http';
import { rawFaults } from './faults.ts';
import type { CheckedRawResponse } from './raw-response.ts';
import { addDefaults, type CheckedResponse, type CheckedStep } from './script-step.ts';

/** What happens to one request: a step of the script, or what its client prefers. */
export type ChosenStep = Omit<CheckedStep, 'times' | 'match'> & {
  /** The value of Preference-Applied. */
  readonly applied?: string;
};

/**
 * Chooses what a step sends in place of the response of the operation.
 *
 * @param request the header fields of the request if the response gets CORS headers
 * @returns a response, or bytes; `undefined` if the response of the operation is sent
 */
export function chooseResponse(
  { respond, fault, raw }: ChosenStep,
  request: HttpRequest['headers'] | undefined,
): HttpResponse | CheckedRawResponse | undefined {
  if (fault === 'PROXY_HTML_502') return proxyError;
  if (respond !== undefined) return createScriptedResponse(respond, request);
  return raw ?? (fault && rawFaults[fault]);
}

function createScriptedResponse(
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
const proxyError: HttpResponse = {
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

/** Adds the Preference-Applied header, which pages of other origins may read. */
export function addPreferenceApplied(response: HttpResponse, applied: string | undefined): HttpResponse {
  if (applied === undefined) return response;
  const exposed = response.headers['Access-Control-Expose-Headers'];
  return {
    ...response,
    headers: {
      ...response.headers,
      ...(exposed !== undefined && { 'Access-Control-Expose-Headers': `${exposed}, Preference-Applied` }),
      'Preference-Applied': applied,
    },
  };
}
