// The client that orval generates over fetch.
import { answerRequests } from '../../../examples/conformance/typescript/protocol.ts';
import { createPet, getPet, listPets } from './build/orval.cjs';
import { authorize, describeFetch, unwrap, versionOf } from './shared.js';

/** The paths of its client are relative, as in a browser. It passes the options on to fetch. */
const { fetch } = globalThis;
globalThis.fetch = (path, { baseUrl, ...options }) => fetch(baseUrl.replace(/\/$/, '') + path, options);

await answerRequests({
  name: 'orval',
  version: versionOf('orval'),
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
