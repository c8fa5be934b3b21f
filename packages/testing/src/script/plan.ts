import type { HttpRequest, HttpResponse } from '@petstore/http';
import { sendsReply } from './faults.ts';
import { parsePrefer } from './prefer.ts';
import type { CheckedStep } from './script-step.ts';
import { createScriptedReply, proxyError } from './scripted-reply.ts';

/** What happens to one request: a step of the script, or what its client prefers. */
export type Plan = Omit<CheckedStep, 'times' | 'match'> & {
  /** The value of Preference-Applied. */
  readonly applied?: string;
};

/** Makes a plan of a Prefer header; `undefined` if the header asks for nothing that is possible. */
export function planPreference(header: string | undefined): Plan | undefined {
  const preference = parsePrefer(header);
  if (preference === undefined) return undefined;
  const { code, delay = 0, applied } = preference;
  return { when: 'before', delay, applied, ...(code !== undefined && { respond: { status: code } }) };
}

/**
 * Chooses the reply of a plan.
 *
 * @param request the header fields of the request if the reply gets CORS headers
 * @returns `'own'` for the reply of the operation itself; `undefined` if the plan sends no reply
 */
export function chooseReply(
  { respond, fault, raw }: Plan,
  request: HttpRequest['headers'] | undefined,
): HttpResponse | 'own' | undefined {
  if (raw !== undefined) return undefined;
  if (fault === 'PROXY_HTML_502') return proxyError;
  if (!sendsReply(fault)) return undefined;
  return respond === undefined ? 'own' : createScriptedReply(respond, request);
}

/** Adds the Preference-Applied header, which pages of other origins may read. */
export function addPreferenceApplied(
  reply: HttpResponse | undefined,
  applied: string | undefined,
): HttpResponse | undefined {
  if (reply === undefined || applied === undefined) return reply;
  const exposed = reply.headers['Access-Control-Expose-Headers'];
  return {
    ...reply,
    headers: {
      ...reply.headers,
      ...(exposed !== undefined && { 'Access-Control-Expose-Headers': `${exposed}, Preference-Applied` }),
      'Preference-Applied': applied,
    },
  };
}
