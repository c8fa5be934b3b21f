import { inspect } from 'node:util';
import type { RequestLog } from '@petstore/http';

/**
 * Writes a request as one line for people, with the local time of its reply: `14:05:09 #7 GET /v1/pets 200 1.3 ms`,
 * `14:05:09 #8 POST /v1/pets 400 invalid_request 0.8 ms`, or `14:05:09 #9 400 invalid_request 0.0 ms` if it was not valid HTTP.
 */
export function formatRequest({ id, method, path, status, code, milliseconds }: RequestLog, repliedAt: Date): string {
  const request = method === '' ? '' : ` ${method} ${path}`;
  const error = code === undefined ? '' : ` ${code}`;
  return `${formatTime(repliedAt)} #${id}${request} ${status}${error} ${milliseconds.toFixed(1)} ms`;
}

/**
 * Whether a request is a successful one outside `/v1`, such as for a file of `/docs` or a health check. The log leaves these out,
 * because nobody would find the calls of a client among them.
 */
export function isPageView({ path, status }: RequestLog): boolean {
  return status < 400 && path !== '/v1' && !path.startsWith('/v1/');
}

/** Describes a failure behind a reply for the operator, with its stack and its cause. */
export function formatFailure({ id, method, path, status, failure }: RequestLog, repliedAt: Date): string {
  return `${formatTime(repliedAt)} #${id} ${method} ${path} was answered with ${status}: ${inspect(failure)}`;
}

/** The local time, as `14:05:09`. */
function formatTime(date: Date): string {
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':');
}
