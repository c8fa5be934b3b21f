// The client that oazapfts generates.
import { answerRequests } from '../../../examples/conformance/typescript/protocol.ts';
import { createPet, getPet, listPets } from './build/oazapfts.cjs';
import { authorize, describeFetch, unwrap, versionOf } from './shared.js';

await answerRequests({
  name: 'oazapfts',
  version: versionOf('oazapfts'),
  capabilities: ['timeout', 'redirects', 'gzip', 'concurrent'],
  connect({ baseUrl, apiKey, timeoutMs }) {
    const options = () => ({ baseUrl, headers: authorize(apiKey), signal: AbortSignal.timeout(timeoutMs) });
    return {
      listPets: async (query) => unwrap(await listPets(query, options())),
      createPet: async (pet) => unwrap(await createPet(pet, options())),
      getPet: async (petId) => unwrap(await getPet(petId, options())),
    };
  },
  describe: describeFetch,
});
