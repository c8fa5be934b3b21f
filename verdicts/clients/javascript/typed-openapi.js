// The client that typed-openapi generates, with its default fetcher.
import { api } from './build/typed-openapi.cjs';
import { describe, versionOf } from './generated.js';
import { answerRequests, apiError } from './protocol.js';

await answerRequests({
  name: 'typed-openapi',
  version: versionOf('typed-openapi'),
  capabilities: ['timeout', 'redirects', 'gzip'],
  connect({ baseUrl, apiKey, timeoutMs }) {
    api.setBaseUrl(baseUrl);
    const header = apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` };
    const options = () => ({ header, overrides: { signal: AbortSignal.timeout(timeoutMs) } });
    return {
      listPets: (query) => api.get('/pets', { query, ...options() }),
      createPet: (body) => api.post('/pets', { body, ...options() }),
      getPet: (petId) => api.get('/pets/{petId}', { path: { petId }, ...options() }),
    };
  },
  describe(thrown) {
    const { name, response, message } = thrown;
    return name === 'TypedStatusError' ? apiError(response.status, response.data, message) : describe(thrown);
  },
});
