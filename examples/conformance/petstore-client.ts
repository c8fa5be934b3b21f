// An adapter for the conformance run: createClient of petstore-kit.
import {
  type ClientError,
  createClient,
  type InvalidRequest,
  type NotFound,
  parseInt64,
  type Pet,
  type PetStatus,
  type PetStoreClient,
  type ResponseDetails,
  type StorageFailure,
} from 'petstore-kit';
import { createInterface } from 'node:readline';

interface Request {
  readonly id: string;
  readonly operation: 'listPets' | 'createPet' | 'getPet';
  readonly baseUrl: string;
  readonly apiKey?: string;
  readonly timeoutMs: number;
  readonly arguments: {
    readonly limit?: string;
    readonly status?: PetStatus;
    readonly petId?: string;
    readonly name?: string;
    readonly categoryId?: string;
  };
}

/** Makes the call, as an application would. No call of the client throws. */
function call(store: PetStoreClient, { operation, timeoutMs, arguments: given }: Request) {
  const { limit, petId, name = '', categoryId, status } = given;
  const signal = AbortSignal.timeout(timeoutMs); // for the call as a whole: the client's own timeout is for each attempt
  const withStatus = status !== undefined && { status };
  switch (operation) {
    case 'listPets':
      return store.listPets({ ...(limit !== undefined && { limit: Number(limit) }), ...withStatus }, { signal });
    case 'createPet':
      return store.createPet({ name, categoryId: parseInt64(categoryId ?? '') ?? NaN, ...withStatus }, { signal });
    case 'getPet':
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- an operation is tested until it is gone
      return store.getPet(parseInt64(petId ?? '') ?? NaN, { signal });
  }
}

/** An integer is a number or a bigint in the client, and text in the protocol. */
const show = (pet: Pet) => ({ ...pet, id: String(pet.id), categoryId: String(pet.categoryId) });

/** An error of the client, as the protocol has it. */
function describe(error: ((InvalidRequest | NotFound | StorageFailure) & ResponseDetails) | ClientError): object {
  const { code, message } = error;
  switch (code) {
    case 'transport_failure':
      if ((error.cause as Error | undefined)?.name === 'TimeoutError') return { kind: 'timeout', message }; // the signal's
      return { kind: 'transport', outcome: error.phase === 'not_sent' ? 'not_sent' : 'unknown', message };
    case 'timeout':
      return { kind: 'timeout', message };
    case 'invalid_response':
      if (error.status < 400) return { kind: 'decode', message };
      return { kind: 'api', status: error.status, code: error.serverCode, message };
    default:
      return { kind: 'api', status: error.status, code: error.serverCode ?? code, message };
  }
}

async function answer(request: Request): Promise<object> {
  const { baseUrl, apiKey } = request;
  if (apiKey === undefined) return { error: { kind: 'unsupported', message: 'This client always has a key.' } };
  const store = createClient({ baseUrl, apiKey }); // fetch keeps the connections
  return (await call(store, request)).match<object>(
    (found) => ({ ok: 'id' in found ? show(found) : found.map(show) }),
    (error) => ({ error: describe(error) }),
  );
}

const write = (line: unknown) => process.stdout.write(`${JSON.stringify(line)}\n`);

const client = { name: 'petstore-kit', version: '0.1.0', language: 'typescript' };
write({ protocol: 1, client, capabilities: ['timeout', 'gzip', 'concurrent'] }); // Node's fetch asks for gzip
for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line) as Request;
  // Read on before the answer is there: the run may make two calls at once.
  void answer(request).then((answered) => write({ id: request.id, ...answered }));
}
process.exit(); // at once, whatever fetch still has open
