// What several adapters in this folder share, beside the common part of the examples.
import { readFileSync } from 'node:fs';
import { ApiError, describeBroken } from '../../../examples/conformance/typescript/protocol.ts';

/** The version of an installed package. */
export function versionOf(name) {
  return JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url))).version;
}

/** The header fields with the key. */
export function authorize(apiKey) {
  return apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` };
}

/** The body of a success, from a client over fetch that returns each response with its status. */
export function unwrap({ status, data, error = data }) {
  if (status < 200 || status >= 300) throw new ApiError(status, error);
  return data;
}

/** What an error of fetch means. */
export function describeFetch({ name, cause }) {
  if (name === 'TimeoutError') return { kind: 'timeout' };
  return cause === undefined ? { kind: 'decode' } : describeBroken(cause.code);
}

/** A reviver for `JSON.parse` that reads an integer beyond 2^53 as a bigint. */
export function readInteger(key, value, { source } = {}) {
  return typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? BigInt(source) : value;
}
