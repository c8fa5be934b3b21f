// The lines between the conformance run and a client in JavaScript. Every adapter in this folder uses them.
import { createInterface } from 'node:readline';

/**
 * Answers the requests of the run until stdin ends.
 *
 * `connect` makes a client for `{ baseUrl, apiKey, timeoutMs }`, with the functions `listPets(query)`, `createPet(pet)`,
 * `getPet(petId)` and `head(path)`. `describe` turns what the client threw into an error of the protocol.
 */
export async function answerRequests({ name, version, capabilities, connect, describe }) {
  const write = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
  write({
    protocol: 1,
    client: { name, version, language: 'javascript' },
    capabilities: [...capabilities, 'concurrent'],
  });
  let settings;
  let store;
  for await (const line of createInterface({ input: process.stdin })) {
    const { id, operation, method, arguments: given, ...options } = JSON.parse(line);
    if (JSON.stringify(options) !== settings) {
      settings = JSON.stringify(options);
      store = connect({ ...options, baseUrl: options.baseUrl.replace(/\/$/, '') });
    }
    // Read on before the answer is there: the run may make two calls at once.
    void answer(store, method ?? operation, given, describe).then((answered) => write({ id, ...answered }));
  }
  process.exit(); // at once, whatever the client still has open
}

async function answer(store, operation, given, describe) {
  try {
    const returned = await call(store, operation, given);
    try {
      return { ok: operation === 'HEAD' ? null : operation === 'listPets' ? returned.map(show) : show(returned) };
    } catch ({ message }) {
      return { error: { kind: 'decode', message } }; // what the client returned is no pet, and the application fails
    }
  } catch (thrown) {
    console.error(thrown); // as an application logs what it did not expect
    return { error: describeUnsupported(thrown) ?? describe(thrown) };
  }
}

/** Makes the call, as an application would. */
function call(store, operation, { petId, limit, categoryId, ...others }) {
  switch (operation) {
    case 'HEAD':
      return store.head(petId === undefined ? '/pets' : `/pets/${toInteger(petId)}`);
    case 'listPets':
      return store.listPets({ ...others, ...(limit !== undefined && { limit: Number(limit) }) });
    case 'createPet':
      return store.createPet({ ...others, categoryId: toInteger(categoryId) });
    default:
      return store.getPet(toInteger(petId));
  }
}

/** An integer beyond 2^53 is a bigint: no client is given one that is rounded. */
function toInteger(digits) {
  return Number.isSafeInteger(Number(digits)) ? Number(digits) : BigInt(digits);
}

/** The pet as the client returned it. Its integers are strings in the protocol. */
function show({ id, name, categoryId, status }) {
  return { id: toText(id), name, categoryId: toText(categoryId), status };
}

function toText(value) {
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : value;
}

/** `JSON.stringify` refuses a bigint. */
function describeUnsupported({ message }) {
  return /BigInt/.test(message) ? { kind: 'unsupported', message } : undefined;
}

/** The error of a response with a failure status. `message` is the client's; it serves if the body has no message. */
export function apiError(status, body, message) {
  const { code, message: text } = typeof body === 'object' && body !== null ? body : {};
  return {
    kind: 'api',
    status,
    ...(typeof code === 'string' && { code }),
    message: typeof text === 'string' ? text : message,
  };
}

/** The error of an exchange that broke. `cause` is what the client tells of it: a code as in Node, or a sentence as in Deno. */
export function transportError(cause, message) {
  const isRefused = /ECONNREFUSED|Connection refused/.test(cause);
  return { kind: 'transport', outcome: isRefused ? 'not_sent' : 'unknown', message };
}

/** A reviver for `JSON.parse` that reads an integer beyond 2^53 as a bigint. */
export function readInteger(key, value, { source } = {}) {
  return typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? BigInt(source) : value;
}
