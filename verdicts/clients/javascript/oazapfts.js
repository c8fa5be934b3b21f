// The client that oazapfts generates.
import { createPet, defaults, getPet, listPets } from './build/oazapfts.cjs';
import { describe, unwrap, versionOf } from './generated.js';
import { answerRequests } from './protocol.js';

await answerRequests({
  name: 'oazapfts',
  version: versionOf('oazapfts'),
  capabilities: ['timeout', 'redirects', 'gzip'],
  connect({ baseUrl, apiKey, timeoutMs }) {
    defaults.baseUrl = baseUrl;
    defaults.headers = apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` };
    const options = () => ({ signal: AbortSignal.timeout(timeoutMs) });
    return {
      listPets: async (query) => unwrap(await listPets(query, options())),
      createPet: async (pet) => unwrap(await createPet(pet, options())),
      getPet: async (petId) => unwrap(await getPet(petId, options())),
    };
  },
  describe,
});
