// The adapter of createClient of petstore-kit.
//
//     npx petstore-kit conformance run --command "node petstore-client.ts"
import {
  type ClientError,
  createClient,
  type InvalidRequest,
  type NotFound,
  type PetStatus,
  type StorageFailure,
} from 'petstore-kit';
import { answerRequests, ApiError, type Thrown } from './protocol.ts';

type Failure = ((InvalidRequest | NotFound | StorageFailure) & { readonly serverCode?: string }) | ClientError;

/** No call of the client throws: the adapter throws the error that the client returned. */
function fail(error: Failure): never {
  const { code, message } = error;
  if (!('status' in error) || error.status < 400) throw Object.assign(new Error(message), error);
  throw new ApiError(error.status, {
    code: error.serverCode ?? (code === 'invalid_response' ? undefined : code),
    message,
  });
}

await answerRequests({
  name: 'petstore-kit',
  version: '0.1.0',
  capabilities: ['timeout', 'gzip', 'concurrent'], // the platform's fetch asks for gzip

  connect({ baseUrl, apiKey, timeoutMs }) {
    if (apiKey === undefined) throw Object.assign(new Error('This client always has a key.'), { code: 'no_key' });
    const store = createClient({ baseUrl, apiKey, timeout: timeoutMs });
    return {
      listPets: (query) => store.listPets(query as { readonly status?: PetStatus }).match((pets) => pets, fail),
      createPet: (pet) =>
        store.createPet(pet as typeof pet & { readonly status?: PetStatus }).match((created) => created, fail),
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- an operation is tested until it is gone
      getPet: (petId) => store.getPet(petId).match((pet) => pet, fail),
    };
  },

  describe({ code, outcome }: Thrown & { readonly outcome?: string }) {
    if (code === 'no_key') return { kind: 'unsupported' };
    if (code === 'timeout') return { kind: 'timeout' };
    if (code === 'invalid_response') return { kind: 'decode' };
    return { kind: 'transport', outcome: outcome === 'not_created' ? 'not_sent' : 'unknown' };
  },
});
