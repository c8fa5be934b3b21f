// The client of Zodios, over axios, whose endpoints openapi-zod-client generates.
import { answerRequests, describeBroken, describeResponse } from '../../../examples/conformance/typescript/protocol.ts';
import { createApiClient } from './build/zodios.cjs';
import { authorize, versionOf } from './shared.js';

await answerRequests({
  name: 'openapi-zod-client',
  version: versionOf('openapi-zod-client'),
  capabilities: ['timeout', 'redirects', 'gzip', 'concurrent'],
  connect({ baseUrl, apiKey, timeoutMs }) {
    const client = createApiClient(baseUrl, { axiosConfig: { headers: authorize(apiKey), timeout: timeoutMs } });
    return {
      listPets: (queries) => client.listPets({ queries }),
      createPet: (pet) => client.createPet(pet),
      getPet: (petId) => client.getPet({ params: { petId } }),
    };
  },
  describe(thrown) {
    const { code, message, response } = thrown;
    if (/^Zodios: Invalid .* parameter/.test(message)) return { kind: 'unsupported' };
    if (!thrown.isAxiosError) return { kind: 'decode' };
    if (response?.status >= 300) return describeResponse(response.status, response.data, message);
    if (code === 'ECONNABORTED' || code === 'ETIMEDOUT') return { kind: 'timeout' };
    return describeBroken(code);
  },
});
