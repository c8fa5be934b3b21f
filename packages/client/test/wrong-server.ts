import { startTestServer, type RecordedRequest, type ScriptStep } from '@petstore/testing';
import { onTestFinished } from 'vitest';
import { createClient, type CallOptions, type ClientOptions, type Fetch, type PetStoreClient } from '../src/index.ts';

/** The API key of each client under test. */
export const apiKey = 'a-key-that-is-secret';

/** A pet to create, and the text of the created one. */
export const rex = { name: 'Rex', categoryId: 1 } as const;
export const pet = '{"id":7,"name":"Rex","categoryId":1}';

/** The call of each operation, and its error. */
export const calls = {
  listPets: async (client: PetStoreClient, options?: CallOptions) =>
    (await client.listPets({}, options))._unsafeUnwrapErr(),
  createPet: async (client: PetStoreClient, options?: CallOptions) =>
    (await client.createPet(rex, options))._unsafeUnwrapErr(),
  getPet: async (client: PetStoreClient, options?: CallOptions) => (await client.getPet(7, options))._unsafeUnwrapErr(),
};

/** Calls each operation. Returns the errors. */
export async function collectErrors(client: PetStoreClient, options?: CallOptions) {
  return [
    await calls.listPets(client, options),
    await calls.createPet(client, options),
    await calls.getPet(client, options),
  ] as const;
}

/** Makes a client without a server. */
export function clientWith(fetch: Fetch, options?: Partial<ClientOptions>): PetStoreClient {
  return createClient({ baseUrl: 'https://dev.test/v1', apiKey, fetch, ...options });
}

/** Makes a client whose `fetch` resolves with a response, without a server. */
export function clientOf(response: Response, key = apiKey): PetStoreClient {
  return clientWith(() => Promise.resolve(response), { apiKey: key });
}

/** A server that is wrong on purpose. */
export interface WrongServer {
  readonly baseUrl: string;
  /** Returns the requests that came. */
  readonly requests: () => readonly RecordedRequest[];
  /** Waits until a request has come. */
  readonly arrival: () => Promise<unknown>;
  /** Makes a client of this server. */
  client(options?: Partial<ClientOptions>): PetStoreClient;
}

/** Starts a server that answers as its script says. It is closed when the test ends. */
export async function startWrongServer(...script: readonly ScriptStep[]): Promise<WrongServer> {
  const server = await startTestServer({ apiKeys: [apiKey], script });
  onTestFinished(() => server.close());
  return {
    baseUrl: server.url,
    requests: server.requests,
    arrival: () => server.waitForRequests(1),
    client: (options) => createClient({ baseUrl: server.url, apiKey, ...options }),
  };
}

/** Makes a step that answers every request with these bytes, and closes the connection. */
export function always(bytes: string): ScriptStep {
  return { times: 1_000_000, raw: { pieces: [bytes] } };
}

/** Writes a response with its length. It says that the connection closes, so that no client sends another request on it. */
export function response(status: number, body: string, headers = ''): string {
  return `HTTP/1.1 ${status} Any\r\nConnection: close\r\nContent-Type: application/json\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/** Writes a response with an Error body. */
export function errorResponse(status: number, message = 'Why.', headers = ''): string {
  return response(status, JSON.stringify({ code: 'any_code', message, status }), headers);
}
