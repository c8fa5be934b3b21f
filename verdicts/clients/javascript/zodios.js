// The client of Zodios, over axios, whose endpoints openapi-zod-client generates.
import { createApiClient } from './build/zodios.cjs';
import { versionOf } from './generated.js';
import { answerRequests, apiError, transportError } from './protocol.js';

await answerRequests({
  name: 'openapi-zod-client',
  version: versionOf('openapi-zod-client'),
  capabilities: ['timeout', 'redirects', 'gzip'],
  connect({ baseUrl, apiKey, timeoutMs }) {
    const headers = apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` };
    const client = createApiClient(baseUrl, { axiosConfig: { headers, timeout: timeoutMs } });
    return {
      listPets: (queries) => client.listPets({ queries }),
      createPet: (pet) => client.createPet(pet),
      getPet: (petId) => client.getPet({ params: { petId } }),
    };
  },
  describe(thrown) {
    const { code, message, response } = thrown;
    if (/^Zodios: Invalid .* parameter/.test(message)) return { kind: 'unsupported', message };
    if (!thrown.isAxiosError) return { kind: 'decode', message };
    if (response?.status >= 300) return apiError(response.status, response.data, message);
    if (code === 'ECONNABORTED' || code === 'ETIMEDOUT') return { kind: 'timeout', message };
    return transportError(code, message);
  },
});
