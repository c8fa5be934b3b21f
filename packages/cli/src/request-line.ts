import { inspect } from 'node:util';
import type { RequestLog } from '@petstore/http-node';

/** Writes a request as one line for people: `#7 GET /v1/pets 200 1.3 ms`, or `#7 400 0.0 ms` if it was not valid HTTP. */
export function requestLine({ id, method, path, status, milliseconds }: RequestLog): string {
  return [`#${id}`, method, path, status, milliseconds.toFixed(1), 'ms'].filter((part) => part !== '').join(' ');
}

/** Describes for the operator what failed while a request was answered. */
export function failureLines({ id, method, path, status, failure }: RequestLog): string {
  const what = failure instanceof Error ? (failure.stack ?? failure.message) : describe(failure);
  return `#${id} ${method} ${path} was answered with ${status}: ${what}`;
}

function describe(failure: unknown): string {
  if (typeof failure !== 'object' || failure === null || !('message' in failure)) return String(failure);
  const cause = 'cause' in failure && failure.cause !== undefined ? `\n${inspect(failure.cause)}` : '';
  return `${String(failure.message)}${cause}`;
}
