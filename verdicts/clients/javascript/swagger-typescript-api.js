// The client that swagger-typescript-api generates.
import { answerRequests, describeResponse } from '../../../examples/conformance/typescript/protocol.ts';
import { Api } from './build/swagger-typescript-api.cjs';
import { authorize, describeFetch, versionOf } from './shared.js';

/** With a success, `error` is what the client threw while it read the body. */
function read({ data, error }) {
  if (error !== null) throw error;
  return data;
}

await answerRequests({
  name: 'swagger-typescript-api',
  version: versionOf('swagger-typescript-api'),
  capabilities: ['timeout', 'redirects', 'gzip', 'concurrent'],
  connect({ baseUrl, apiKey, timeoutMs }) {
    const api = new Api({ baseUrl, securityWorker: (key) => ({ headers: authorize(key) }) });
    api.setSecurityData(apiKey);
    const options = () => ({ signal: AbortSignal.timeout(timeoutMs) });
    return {
      listPets: async (query) => read(await api.pets.listPets(query, options())),
      createPet: async (pet) => read(await api.pets.createPet(pet, options())),
      getPet: async (petId) => read(await api.pets.getPet(petId, options())),
    };
  },
  describe(thrown) {
    if (!(thrown instanceof Response)) return describeFetch(thrown);
    return describeResponse(thrown.status, thrown.error, `The server answered ${thrown.status}.`);
  },
});
