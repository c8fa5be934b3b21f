// The common part of the adapters in JavaScript: a request of the run is a line of JSON on stdin, its answer a line on stdout.
import { createInterface } from 'node:readline';

/**
 * How the client is to be made. The address may have a slash at its end. Without `apiKey`, the client is used without a key.
 *
 * @typedef {{
 *   readonly baseUrl: string;
 *   readonly apiKey?: string;
 *   readonly timeoutMs: number;
 * }} Settings
 */

/**
 * An integer beyond 2^53 is a bigint: no client is given one that is rounded.
 *
 * @typedef {number | bigint} Integer
 */

/**
 * The client under test. A function resolves with what the client returned, or rejects with what it threw.
 * `head` sends HEAD to `/pets` or `/pets/1`: for a client with the capability `head`.
 *
 * @typedef {{
 *   listPets(query: { readonly limit?: number; readonly status?: string }): PromiseLike<unknown>;
 *   createPet(pet: {
 *     readonly name: string;
 *     readonly categoryId: Integer;
 *     readonly status?: string;
 *   }): PromiseLike<unknown>;
 *   getPet(petId: Integer): PromiseLike<unknown>;
 *   head?(path: string): PromiseLike<unknown>;
 * }} Client
 */

/**
 * What the adapter says of its client. `connect` makes the client, which is kept for the requests with the same settings. `describe` says
 * what an error that the client threw means: the fields of an error of the protocol.
 *
 * @typedef {{
 *   readonly name: string;
 *   readonly version: string;
 *   readonly capabilities: readonly string[];
 *   connect(settings: Settings): Client;
 *   describe(thrown: Thrown): object;
 * }} Adapter
 */

/**
 * What clients throw: errors of any kind, often with a code or a cause.
 *
 * @typedef {{
 *   readonly name?: string;
 *   readonly message?: string;
 *   readonly code?: string;
 *   readonly cause?: Thrown;
 * }} Thrown
 */

/** A response that is no success. `body` is what the client read of it. */
export class ApiError extends Error {
  /** @readonly */
  status;
  /** @readonly */
  body;

  /**
   * @param {number} status
   * @param {unknown} [body]
   */
  constructor(status, body) {
    super(`The server answered ${status}.`);
    this.status = status;
    this.body = body;
  }
}

/**
 * @typedef {Settings & {
 *   readonly id: string;
 *   readonly operation: 'listPets' | 'createPet' | 'getPet';
 *   readonly method?: string;
 *   readonly arguments: Readonly<Partial<Record<'petId' | 'limit' | 'status' | 'categoryId', string>>> & {
 *     readonly name: string;
 *   };
 * }} Request
 */

/**
 * Answers the requests of the run until stdin ends.
 *
 * @param {Adapter} adapter
 * @returns {Promise<never>}
 */
export async function answerRequests(adapter) {
  const { name, version, capabilities } = adapter;
  /** @param {unknown} line */
  const write = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
  write({ protocol: 1, client: { name, version, language: 'javascript' }, capabilities });
  /** @type {Map<string, Client>} */
  const clients = new Map();
  /** @param {Settings} settings */
  const getClient = (settings) => {
    const key = JSON.stringify(settings);
    const client = clients.get(key) ?? adapter.connect(settings);
    clients.set(key, client);
    return client;
  };
  /** @param {Omit<Request, 'id'>} request */
  const answer = async ({ operation, method = operation, arguments: given, ...settings }) => {
    try {
      const returned = await call(getClient(settings), method, given);
      return { ok: Array.isArray(returned) ? returned.map(show) : show(returned) };
    } catch (thrown) {
      console.error(thrown); // as an application logs what it did not expect
      return { error: describeThrown(thrown, adapter) };
    }
  };
  for await (const line of createInterface({ input: process.stdin })) {
    const { id, ...request } = /** @type {Request} */ (JSON.parse(line));
    // Read on before the answer is there: the run may make two calls at once.
    void answer(request).then((answered) => write({ id, ...answered }));
  }
  process.exit(); // at once, whatever the client still has open
}

/**
 * Makes the call, as an application would.
 *
 * @param {Client} client
 * @param {string} operation
 * @param {Request['arguments']} given
 * @returns {Promise<unknown>}
 */
async function call(client, operation, { petId = '', limit, categoryId = '', ...others }) {
  switch (operation) {
    case 'HEAD':
      await client.head?.(petId === '' ? '/pets' : `/pets/${petId}`);
      return null;
    case 'listPets':
      return client.listPets({ ...others, ...(limit !== undefined && { limit: Number(limit) }) });
    case 'createPet':
      return client.createPet({ ...others, categoryId: toInteger(categoryId) });
    default:
      return client.getPet(toInteger(petId));
  }
}

/**
 * @param {string} digits
 * @returns {Integer}
 */
function toInteger(digits) {
  return Number.isSafeInteger(Number(digits)) ? Number(digits) : BigInt(digits);
}

/**
 * What the client returned. The integers of a pet are strings in the protocol.
 *
 * @param {unknown} returned
 * @returns {unknown}
 */
function show(returned) {
  if (typeof returned !== 'object' || returned === null) return returned ?? null;
  const pet = /** @type {Readonly<Record<string, unknown>>} */ (returned);
  return { ...pet, id: toText(pet.id), categoryId: toText(pet.categoryId) };
}

/** @param {unknown} value */
function toText(value) {
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : value;
}

/**
 * @param {unknown} thrown
 * @param {Adapter} adapter
 * @returns {object}
 */
function describeThrown(thrown, adapter) {
  if (thrown instanceof ApiError) return describeResponse(thrown.status, thrown.body, thrown.message);
  const { message = '' } = /** @type {Thrown} */ (thrown);
  const isRefused = /serialize (?:a )?BigInt/.test(message); // by `JSON.stringify`
  return { message, ...(isRefused ? { kind: 'unsupported' } : adapter.describe(/** @type {Thrown} */ (thrown))) };
}

/**
 * The error for a response that is no success. The message is that of the body, or else that of the client.
 *
 * @param {number} status
 * @param {unknown} body
 * @param {string} message
 * @returns {object}
 */
export function describeResponse(status, body, message) {
  const { code, message: text } = /** @type {{ readonly code?: unknown; readonly message?: unknown }} */ (body ?? {});
  return {
    kind: 'api',
    status,
    ...(typeof code === 'string' && { code }),
    message: typeof text === 'string' ? text : message,
  };
}

/**
 * The error for an exchange that broke. `reason` is what the client says of it: a code as in Node, or a sentence as in Deno.
 *
 * @returns {object}
 */
export function describeBroken(reason = '') {
  const isRefused = /ECONNREFUSED|Connection refused/.test(reason);
  return { kind: 'transport', outcome: isRefused ? 'not_sent' : 'unknown' };
}
