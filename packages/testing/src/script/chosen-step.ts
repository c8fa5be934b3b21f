import { createCorsHeaders, errorStatuses, type HttpRequest, type HttpResponse } from '@petstore/http';
import { STATUS_CODES } from 'node:http';
import { sendsResponse } from './faults.ts';
import { addDefaults, type CheckedResponse, type CheckedStep } from './script-step.ts';

/** What happens to one request: a step of the script, or what its client prefers. */
export type ChosenStep = Omit<CheckedStep, 'times' | 'match'> & {
  /** The value of Preference-Applied. */
  readonly applied?: string;
};

/**
 * Chooses the response of a step.
 *
 * @param request the header fields of the request if the response gets CORS headers
 * @returns `'own'` for the response of the operation itself; `undefined` if the step sends no response
 */
export function chooseResponse(
  { respond, fault, raw }: ChosenStep,
  request: HttpRequest['headers'] | undefined,
): HttpResponse | 'own' | undefined {
  if (raw !== undefined) return undefined;
  if (fault === 'PROXY_HTML_502') return proxyError;
  if (!sendsResponse(fault)) return undefined;
  return respond === undefined ? 'own' : createScriptedResponse(respond, request);
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
export function addPreferenceApplied(
  response: HttpResponse | undefined,
  applied: string | undefined,
): HttpResponse | undefined {
  if (response === undefined || applied === undefined) return response;
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
