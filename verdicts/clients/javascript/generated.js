// What the generated clients over fetch have in common.
import { readFileSync } from 'node:fs';
import { apiError, transportError } from './protocol.js';

/** The version of a package that test/clients pins. */
export function versionOf(name) {
  const file = new URL(`build/node_modules/${name}/package.json`, import.meta.url);
  return JSON.parse(readFileSync(file)).version;
}

/** An answer that is no success. A client that throws none needs it. */
class ApiError extends Error {
  constructor(status, body) {
    super(`The server answered ${status}.`);
    Object.assign(this, { status, body });
  }
}

/** The body of a success, from a client that returns each answer with its status. */
export function unwrap({ status, data, error = data }) {
  if (status < 200 || status >= 300) throw new ApiError(status, error);
  return data;
}

/** The error of the protocol for what `unwrap` or fetch threw. */
export function describe(thrown) {
  const { name, message, cause } = thrown;
  if (thrown instanceof ApiError) return apiError(thrown.status, thrown.body, message);
  if (name === 'TimeoutError') return { kind: 'timeout', message };
  return cause === undefined ? { kind: 'decode', message } : transportError(cause.code, message);
}
