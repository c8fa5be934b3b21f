// The client that orval generates over fetch.
import { createPet, getPet, listPets } from './build/orval.cjs';
import { describe, unwrap, versionOf } from './generated.js';
import { answerRequests } from './protocol.js';

const { fetch } = globalThis;

await answerRequests({
  name: 'orval',
  version: versionOf('orval'),
  capabilities: ['timeout', 'redirects', 'gzip'],
  connect({ baseUrl, apiKey, timeoutMs }) {
    globalThis.fetch = (path, options) => fetch(baseUrl + path, options); // the paths of its client are relative
    const headers = apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` };
    const options = () => ({ headers, signal: AbortSignal.timeout(timeoutMs) });
    return {
      listPets: async (query) => unwrap(await listPets(query, options())),
      createPet: async (pet) => unwrap(await createPet(pet, options())),
      getPet: async (petId) => unwrap(await getPet(petId, options())),
    };
  },
  describe,
});
