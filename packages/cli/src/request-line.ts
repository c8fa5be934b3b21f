import { inspect } from 'node:util';
import type { RequestLog } from '@petstore/http-node';

/** Writes a request as one line for people: `#7 GET /v1/pets 200 1.3 ms`, or `#7 400 0.0 ms` if it was not valid HTTP. */
export function requestLine({ id, method, path, status, milliseconds }: RequestLog): string {
  return [`#${id}`, method, path, status, milliseconds.toFixed(1), 'ms'].filter((part) => part !== '').join(' ');
}

/** Describes for the operator what failed while a request was answered, with its stack and its cause. */
export function failureLines({ id, method, path, status, failure }: RequestLog): string {
  return `#${id} ${method} ${path} was answered with ${status}: ${inspect(failure)}`;
}
