// The client that swagger-typescript-api generates.
import { Api } from './build/swagger-typescript-api.cjs';
import { describe, versionOf } from './generated.js';
import { answerRequests, apiError } from './protocol.js';

/** With a success, `error` is what the client threw while it read the body. */
function read({ data, error }) {
  if (error !== null) throw error;
  return data;
}

await answerRequests({
  name: 'swagger-typescript-api',
  version: versionOf('swagger-typescript-api'),
  capabilities: ['timeout', 'redirects', 'gzip'],
  connect({ baseUrl, apiKey, timeoutMs }) {
    const securityWorker = (key) => (key === null ? {} : { headers: { Authorization: `Bearer ${key}` } });
    const api = new Api({ baseUrl, securityWorker });
    api.setSecurityData(apiKey ?? null);
    const options = () => ({ signal: AbortSignal.timeout(timeoutMs) });
    return {
      listPets: async (query) => read(await api.pets.listPets(query, options())),
      createPet: async (pet) => read(await api.pets.createPet(pet, options())),
      getPet: async (petId) => read(await api.pets.getPet(petId, options())),
    };
  },
  describe(thrown) {
    if (!(thrown instanceof Response)) return describe(thrown);
    return apiError(thrown.status, thrown.error, `The server answered ${thrown.status}.`);
  },
});
