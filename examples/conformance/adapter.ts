// An adapter for the conformance run: an ordinary client over the platform's fetch.
import { createInterface } from 'node:readline';

// --- The client under test: put yours here. ---

interface Pet {
  readonly id: number; // as most clients have it: rounded beyond 2^53
  readonly name: string;
  readonly categoryId: number;
  readonly status?: string;
}

class ApiError extends Error {
  readonly status: number;
  readonly code: string | undefined;

  constructor(status: number, body: { readonly code?: string; readonly message?: string } | undefined) {
    super(body?.message ?? `The server answered ${status}.`);
    this.status = status;
    this.code = body?.code;
  }
}

class PetStore {
  readonly #baseUrl: string;
  readonly #headers: Record<string, string>;

  constructor(baseUrl: string, apiKey: string | undefined) {
    this.#baseUrl = baseUrl.replace(/\/$/, '');
    this.#headers = apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` };
  }

  async listPets(query: Record<string, string>, timeoutMs: number): Promise<Pet[]> {
    const parameters = new URLSearchParams(query).toString();
    return (await this.#send('GET', `/pets${parameters && `?${parameters}`}`, timeoutMs)).json() as Promise<Pet[]>;
  }

  async createPet(pet: Omit<Pet, 'id'>, timeoutMs: number): Promise<Pet> {
    return (await this.#send('POST', '/pets', timeoutMs, JSON.stringify(pet))).json() as Promise<Pet>;
  }

  /** The id is text: applications take it from their own address. */
  async getPet(petId: string, timeoutMs: number): Promise<Pet> {
    return (await this.#send('GET', `/pets/${encodeURIComponent(petId)}`, timeoutMs)).json() as Promise<Pet>;
  }

  /** Whether the path answers, without its body. */
  async head(path: string, timeoutMs: number): Promise<void> {
    await this.#send('HEAD', path, timeoutMs);
  }

  async #send(method: string, path: string, timeoutMs: number, body: string | null = null): Promise<Response> {
    const headers = { ...this.#headers, ...(body !== null && { 'Content-Type': 'application/json' }) };
    const signal = AbortSignal.timeout(timeoutMs); // ends the reading of the body too
    const response = await fetch(`${this.#baseUrl}${path}`, { method, headers, body, signal });
    if (response.ok) return response;
    throw new ApiError(
      response.status,
      (await response.json().catch(() => undefined)) as { code?: string } | undefined,
    );
  }
}

// --- The adapter: a request is a line of JSON on stdin, its answer a line on stdout. ---

interface Request {
  readonly id: string;
  readonly operation: 'listPets' | 'createPet' | 'getPet';
  readonly method?: 'HEAD';
  readonly baseUrl: string;
  readonly apiKey?: string;
  readonly timeoutMs: number;
  readonly arguments: Record<string, string>;
}

async function call({ operation, method, baseUrl, apiKey, timeoutMs, arguments: given }: Request): Promise<unknown> {
  const store = new PetStore(baseUrl, apiKey); // fetch itself keeps the connections
  const { petId = '', name = '', categoryId, status } = given;
  if (method === 'HEAD') {
    await store.head(operation === 'getPet' ? `/pets/${encodeURIComponent(petId)}` : '/pets', timeoutMs);
    return null;
  }
  if (operation === 'listPets') return (await store.listPets(given, timeoutMs)).map(show);
  if (operation === 'getPet') return show(await store.getPet(petId, timeoutMs));
  const pet = { name, categoryId: Number(categoryId), ...(status !== undefined && { status }) };
  return show(await store.createPet(pet, timeoutMs));
}

const show = ({ id, name, categoryId, status }: Pet) => ({
  id: String(id),
  name,
  categoryId: String(categoryId),
  status,
});

/** What the client threw, as the protocol has it. */
function describe(thrown: unknown): object {
  const { name, message, cause } = thrown as Error;
  if (thrown instanceof ApiError) return { kind: 'api', status: thrown.status, code: thrown.code, message };
  if (name === 'TimeoutError') return { kind: 'timeout', message };
  if (cause === undefined) return { kind: 'decode', message }; // only fetch's own failures have a cause
  const notSent = ['ECONNREFUSED', 'ENOTFOUND'].includes((cause as { code?: string }).code ?? '');
  return { kind: 'transport', outcome: notSent ? 'not_sent' : 'unknown', message };
}

const write = (line: unknown) => process.stdout.write(`${JSON.stringify(line)}\n`);

const client = { name: 'fetch', version: process.versions.node, language: 'typescript' };
write({ protocol: 1, client, capabilities: ['timeout', 'redirects', 'head', 'gzip', 'text_ids', 'concurrent'] });
for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line) as Request;
  // Read on before the answer is there: the run may make two calls at once.
  void call(request)
    .then(
      (ok) => ({ id: request.id, ok }),
      (thrown: unknown) => ({ id: request.id, error: describe(thrown) }),
    )
    .then(write);
}
process.exit(); // at once, whatever fetch still has open
