// The lines between the conformance run and a client in JavaScript. Every adapter in this folder uses them.
import { createInterface } from 'node:readline';

/**
 * Answers the requests of the run until stdin ends.
 *
 * `connect` makes a client for `{ baseUrl, apiKey, timeoutMs }`, with the functions `listPets(query)`, `createPet(pet)`,
 * `getPet(petId)` and `head(path)`. `describe` turns what the client threw into an error of the protocol.
 */
export async function answerRequests({ name, version, language = 'javascript', capabilities, connect, describe }) {
  const write = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
  write({ protocol: 1, client: { name, version, language }, capabilities });
  let settings;
  let store;
  for await (const line of createInterface({ input: process.stdin })) {
    const { id, operation, method, arguments: given, ...options } = JSON.parse(line);
    if (JSON.stringify(options) !== settings) {
      settings = JSON.stringify(options);
      store = connect({ ...options, baseUrl: options.baseUrl.replace(/\/$/, '') });
    }
    try {
      write({ id, ok: await call(store, method ?? operation, given) });
    } catch (thrown) {
      write({ id, error: describeUnsupported(thrown) ?? describe(thrown) });
    }
  }
  process.exit(); // at once, whatever the client still has open
}

/** Makes the call, as an application would. */
async function call(store, operation, { petId, limit, categoryId, ...others }) {
  switch (operation) {
    case 'HEAD':
      await store.head(petId === undefined ? '/pets' : `/pets/${encodeURIComponent(petId)}`);
      return null;
    case 'listPets':
      return (await store.listPets({ ...others, ...(limit !== undefined && { limit: Number(limit) }) })).map(show);
    case 'createPet':
      return show(await store.createPet({ ...others, categoryId: toInteger(categoryId) }));
    default:
      return show(await store.getPet(petId));
  }
}

/** An integer beyond 2^53 is a bigint: no client gets one that is rounded. */
function toInteger(digits) {
  return Number.isSafeInteger(Number(digits)) ? Number(digits) : BigInt(digits);
}

/** The pet as the client returned it. Its integers are strings in the protocol. */
function show(pet) {
  const isInteger = (value) => typeof value === 'number' || typeof value === 'bigint';
  return Object.fromEntries(Object.entries(pet).map(([key, value]) => [key, isInteger(value) ? String(value) : value]));
}

/** `JSON.stringify` refuses a bigint. */
function describeUnsupported({ name, message }) {
  return name === 'TypeError' && /BigInt/.test(message) ? { kind: 'unsupported', message } : undefined;
}

/** The code and the message of an Error body, if it is one. */
export function readErrorBody(body) {
  const { code, message } = typeof body === 'object' && body !== null ? body : {};
  return { ...(typeof code === 'string' && { code }), ...(typeof message === 'string' && { message }) };
}
