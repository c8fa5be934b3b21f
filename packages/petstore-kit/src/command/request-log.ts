import type { RequestLog } from '@petstore/http';
import { inspect } from 'node:util';
import type { LineOutput } from './line-writer.ts';

/** How requests are logged: as lines of JSON for programs, as lines for people, or not at all. */
export type LogFormat = 'json' | 'text' | 'none';

/** Makes the log of the command. Failures behind a 500 or a 503 go to stderr, in JSON into the line of their request. */
export function createRequestLog(format: LogFormat, { print, warn }: LineOutput): (request: RequestLog) => void {
  return (request) => {
    const respondedAt = new Date();
    const failure = describeFailure(request);
    if (format === 'json') {
      if (!isPageView(request)) print(formatRequestAsJson(request, failure, respondedAt));
      return;
    }
    if (format === 'text' && !isPageView(request)) print(formatRequest(request, respondedAt));
    if (failure === undefined) return;
    const { id, method, path, status } = request;
    warn(`${formatTime(respondedAt)} #${id} ${method} ${path} was answered with ${status}: ${failure}`);
  };
}

/**
 * Writes a request as one line for people, with the local time of its response:
 * `2026-11-26 14:05:09 #7 GET /v1/pets 200 1.3 ms`, or `… #9 400 invalid_request 0.0 ms` if it was not valid HTTP. An id that a proxy
 * gave to the request comes last.
 */
export function formatRequest(request: RequestLog, respondedAt: Date): string {
  const { id, requestId, method, path, status, code, duration } = request;
  const target = method === '' ? '' : ` ${method} ${path}`;
  const error = code === undefined ? '' : ` ${code}`;
  const origin = requestId === undefined ? '' : ` ${requestId}`;
  return `${formatTime(respondedAt)} #${id}${target} ${status}${error} ${duration.toFixed(1)} ms${origin}`;
}

function formatRequestAsJson(request: RequestLog, failure: string | undefined, respondedAt: Date): string {
  const { id, requestId, method, path, status, code, duration } = request;
  const ms = Number(duration.toFixed(1));
  return JSON.stringify({ time: respondedAt.toISOString(), id, requestId, method, path, status, code, ms, failure });
}

/** Whether a request is a successful one outside `/v1`, such as for a file of `/docs`: these would hide the calls of a client. */
function isPageView({ path, status }: RequestLog): boolean {
  return status < 400 && path !== '/v1' && !path.startsWith('/v1/');
}

/** Describes a failure for the operator: a defect, behind a 500, with its stack; any other in one line, with its causes. */
function describeFailure({ status, failure }: RequestLog): string | undefined {
  if (failure === undefined) return undefined;
  return status === 500
    ? inspect(failure)
    : listMessages(failure).join(': ').replaceAll('.: ', ': ').replace(/\s+/g, ' ');
}

/** The messages of a failure and its causes, without those that the one before contains. */
function listMessages(failure: unknown): readonly string[] {
  const { message, code, cause } = failure as Partial<NodeJS.ErrnoException>;
  const text = message === undefined || message === '' ? (code ?? String(failure)) : message; // an AggregateError of several addresses has no message
  const rest = cause === undefined ? [] : listMessages(cause);
  return [text, ...rest.filter((other) => !text.includes(other))];
}

/** The local time, as `2026-11-26 14:05:09`. */
function formatTime(date: Date): string {
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 19).replace('T', ' ');
}
