import type { HttpRequest, HttpResponse } from '@petstore/http';
import { sendsResponse } from './faults.ts';
import type { CheckedStep } from './script-step.ts';
import { createScriptedResponse, proxyError } from './scripted-response.ts';

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
