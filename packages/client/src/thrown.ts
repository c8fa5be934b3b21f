/** The fields of what `fetch` threw, which may be a value of any kind. */
interface Thrown {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly code?: unknown;
  /** The call of the system that failed, on Node. */
  readonly syscall?: unknown;
  readonly stack?: unknown;
  readonly cause?: unknown;
  /** The errors of an AggregateError: Node tries each address of a host. */
  readonly errors?: unknown;
}

/**
 * The codes of errors that come before a byte of a request is sent: no address was found, or no connection made. Node and Bun
 * have these codes; the last is of older versions of Bun. Deno tells only in its message, and browsers do not tell. Node has
 * further codes for a connection that fails, such as EHOSTUNREACH, and names the call: `connect`.
 */
const codesBeforeSending: readonly unknown[] = [
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'UND_ERR_CONNECT_TIMEOUT',
  'ConnectionRefused',
];

/** How many causes of causes are read; a cycle has no end. */
const maxDepth = 5;

/** Whether a request that failed was certainly not sent. */
export function isBeforeSending(thrown: unknown, depth = 0): boolean {
  if (depth > maxDepth) return false;
  const { code, syscall, cause, errors } = asThrown(thrown);
  if (Array.isArray(errors) && errors.length > 0) return errors.every((error) => isBeforeSending(error, depth + 1));
  if (syscall === 'connect' || codesBeforeSending.includes(code)) return true;
  return cause !== undefined && isBeforeSending(cause, depth + 1);
}

/** The message of the innermost cause, which says more than "fetch failed". */
export function reasonOf(thrown: unknown, depth = 0): string {
  const { cause } = asThrown(thrown);
  return cause === undefined || depth === maxDepth ? messageOf(thrown) : reasonOf(cause, depth + 1);
}

/**
 * Copies only the name, message, code, stack and cause of what was thrown. An error of a `fetch` that is not the platform's
 * may hold the whole request, with the API key.
 *
 * @param redact takes the API key out of a text
 */
export function copyOf(thrown: unknown, redact: (text: string) => string, depth = 0): Error {
  const { name, code, stack, cause } = asThrown(thrown);
  const copy = new Error(redact(messageOf(thrown)));
  if (typeof name === 'string') copy.name = redact(name);
  if (typeof stack === 'string') copy.stack = redact(stack);
  if (typeof code === 'string') Object.assign(copy, { code: redact(code) });
  if (cause !== undefined && depth < maxDepth) copy.cause = copyOf(cause, redact, depth + 1);
  return copy;
}

/** The message. For an AggregateError without one: the messages of its errors, one level deep (it may contain itself). */
function messageOf(thrown: unknown, isInner = false): string {
  const { message, errors } = asThrown(thrown);
  if (typeof message !== 'string') return typeof thrown === 'string' ? thrown : 'for an unknown reason';
  if (message !== '' || isInner || !Array.isArray(errors)) return message;
  return errors.map((error) => messageOf(error, true)).join('; ');
}

/** Reads the fields once. Returns none for null, or if a getter throws. */
function asThrown(thrown: unknown): Thrown {
  try {
    const { name, message, code, syscall, stack, cause, errors } = thrown as Thrown;
    return { name, message, code, syscall, stack, cause, errors };
  } catch {
    return {};
  }
}
