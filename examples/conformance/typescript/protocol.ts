// The common part of the adapters in TypeScript: a request of the run is a line of JSON on stdin, its answer a line on stdout.
import { createInterface } from 'node:readline';

/** How the client is to be made. The address may have a slash at its end. Without `apiKey`, the client is used without a key. */
export interface Settings {
  readonly baseUrl: string;
  readonly apiKey?: string;
  readonly timeoutMs: number;
}

/** An integer beyond 2^53 is a bigint: no client is given one that is rounded. */
export type Integer = number | bigint;

/** The client under test. A function resolves with what the client returned, or rejects with what it threw. */
export interface Client {
  listPets(query: { readonly limit?: number; readonly status?: string }): PromiseLike<unknown>;
  createPet(pet: {
    readonly name: string;
    readonly categoryId: Integer;
    readonly status?: string;
  }): PromiseLike<unknown>;
  getPet(petId: Integer): PromiseLike<unknown>;
  /** Sends HEAD to `/pets` or `/pets/1`: for a client with the capability `head`. */
  head?(path: string): PromiseLike<unknown>;
}

/** What the adapter says of its client. */
export interface Adapter {
  readonly name: string;
  readonly version: string;
  readonly capabilities: readonly string[];
  /** Makes the client. It is kept for the requests with the same settings. */
  connect(settings: Settings): Client;
  /** Says what an error that the client threw means: the fields of an error of the protocol. */
  describe(thrown: Thrown): object;
}

/** What clients throw: errors of any kind, often with a code or a cause. */
export interface Thrown {
  readonly name?: string;
  readonly message?: string;
  readonly code?: string;
  readonly cause?: Thrown;
}

/** A response that is no success. `body` is what the client read of it. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body?: unknown) {
    super(`The server answered ${status}.`);
    this.status = status;
    this.body = body;
  }
}

interface Request extends Settings {
  readonly id: string;
  readonly operation: 'listPets' | 'createPet' | 'getPet';
  readonly method?: string;
  readonly arguments: Readonly<Partial<Record<'petId' | 'limit' | 'status' | 'categoryId', string>>> & {
    readonly name: string;
  };
}

/** Answers the requests of the run until stdin ends. */
export async function answerRequests(adapter: Adapter): Promise<never> {
  const { name, version, capabilities } = adapter;
  const write = (line: unknown) => process.stdout.write(`${JSON.stringify(line)}\n`);
  write({ protocol: 1, client: { name, version, language: 'javascript' }, capabilities });
  const clients = new Map<string, Client>();
  const getClient = (settings: Settings) => {
    const key = JSON.stringify(settings);
    const client = clients.get(key) ?? adapter.connect(settings);
    clients.set(key, client);
    return client;
  };
  const answer = async ({ operation, method = operation, arguments: given, ...settings }: Omit<Request, 'id'>) => {
    try {
      const returned = await call(getClient(settings), method, given);
      return { ok: Array.isArray(returned) ? returned.map(show) : show(returned) };
    } catch (thrown) {
      console.error(thrown); // as an application logs what it did not expect
      return { error: describeThrown(thrown, adapter) };
    }
  };
  for await (const line of createInterface({ input: process.stdin })) {
    const { id, ...request } = JSON.parse(line) as Request;
    // Read on before the answer is there: the run may make two calls at once.
    void answer(request).then((answered) => write({ id, ...answered }));
  }
  process.exit(); // at once, whatever the client still has open
}

/** Makes the call, as an application would. */
async function call(
  client: Client,
  operation: string,
  { petId = '', limit, categoryId = '', ...others }: Request['arguments'],
): Promise<unknown> {
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

function toInteger(digits: string): Integer {
  return Number.isSafeInteger(Number(digits)) ? Number(digits) : BigInt(digits);
}

/** What the client returned. The integers of a pet are strings in the protocol. */
function show(returned: unknown): unknown {
  if (typeof returned !== 'object' || returned === null) return returned ?? null;
  const pet = returned as Readonly<Record<string, unknown>>;
  return { ...pet, id: toText(pet.id), categoryId: toText(pet.categoryId) };
}

function toText(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : value;
}

function describeThrown(thrown: unknown, adapter: Adapter): object {
  if (thrown instanceof ApiError) return describeResponse(thrown.status, thrown.body, thrown.message);
  const { message = '' } = thrown as Thrown;
  const isRefused = /serialize (?:a )?BigInt/.test(message); // by `JSON.stringify`
  return { message, ...(isRefused ? { kind: 'unsupported' } : adapter.describe(thrown as Thrown)) };
}

/** The error for a response that is no success. The message is that of the body, or else that of the client. */
export function describeResponse(status: number, body: unknown, message: string): object {
  const { code, message: text } = (body ?? {}) as { readonly code?: unknown; readonly message?: unknown };
  return {
    kind: 'api',
    status,
    ...(typeof code === 'string' && { code }),
    message: typeof text === 'string' ? text : message,
  };
}

/** The error for an exchange that broke. `reason` is what the client says of it: a code as in Node, or a sentence as in Deno. */
export function describeBroken(reason = ''): object {
  const isRefused = /ECONNREFUSED|Connection refused/.test(reason);
  return { kind: 'transport', outcome: isRefused ? 'not_sent' : 'unknown' };
}
