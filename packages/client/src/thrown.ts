import type { Redact } from '@petstore/http';

/**
 * The fields that are read of what `fetch` threw, a value of any kind. `syscall` is the system call that failed, on Node. `errors` are
 * those of an AggregateError: Node tries each address of a host.
 */
type ThrownFields = Partial<Record<'name' | 'message' | 'code' | 'syscall' | 'stack' | 'cause' | 'errors', unknown>>;

/**
 * The codes of Node and Bun for an error before a byte is sent: no address was found, or no connection was made. The last one is of
 * older versions of Bun. Deno and browsers show no codes. For further ones, such as EHOSTUNREACH, Node sets `syscall` to `connect`.
 */
const codesBeforeSending: readonly unknown[] = [
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'UND_ERR_CONNECT_TIMEOUT',
  'ConnectionRefused',
];

/** How many causes of causes are read. They may form a cycle. */
const maxDepth = 5;

/** Whether a request that failed was certainly not sent. */
export function isBeforeSending(thrown: unknown, depth = 0): boolean {
  if (depth > maxDepth) return false;
  const { code, syscall, cause, errors } = readFields(thrown);
  if (Array.isArray(errors) && errors.length > 0) return errors.every((error) => isBeforeSending(error, depth + 1));
  if (syscall === 'connect' || codesBeforeSending.includes(code)) return true;
  return cause !== undefined && isBeforeSending(cause, depth + 1);
}

/** Finds the message of the innermost cause. It says more than "fetch failed". */
export function findReason(thrown: unknown, depth = 0): string {
  const { cause } = readFields(thrown);
  return cause === undefined || depth === maxDepth ? readMessage(thrown) : findReason(cause, depth + 1);
}

/**
 * Copies only the name, message, code, stack and cause of what was thrown. The error of a custom `fetch` may contain the whole
 * request, with the API key.
 */
export function copyError(thrown: unknown, redact: Redact, depth = 0): Error {
  const { name, code, stack, cause } = readFields(thrown);
  const copy = new Error(redact(readMessage(thrown)));
  if (typeof name === 'string') copy.name = redact(name);
  if (typeof stack === 'string') copy.stack = redact(stack);
  if (typeof code === 'string') Object.assign(copy, { code: redact(code) });
  if (cause !== undefined && depth < maxDepth) copy.cause = copyError(cause, redact, depth + 1);
  return copy;
}

/** Reads the message. For an AggregateError without a message: those of its errors, one level deep (it may contain itself). */
function readMessage(thrown: unknown, isInner = false): string {
  const { message, errors } = readFields(thrown);
  if (typeof message !== 'string') return typeof thrown === 'string' ? thrown : 'for an unknown reason';
  if (message !== '' || isInner || !Array.isArray(errors)) return message;
  return errors.map((error) => readMessage(error, true)).join('; ');
}

/** Reads each field once. Returns no fields for null, or if a getter throws. */
function readFields(thrown: unknown): ThrownFields {
  try {
    const { name, message, code, syscall, stack, cause, errors } = thrown as ThrownFields;
    return { name, message, code, syscall, stack, cause, errors };
  } catch {
    return {};
  }
}
