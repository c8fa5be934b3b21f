// The client that typed-openapi generates, with its default fetcher.
import { answerRequests, describeResponse } from '../../../examples/conformance/typescript/protocol.ts';
import { api } from './build/typed-openapi.cjs';
import { authorize, describeFetch, versionOf } from './shared.js';

await answerRequests({
  name: 'typed-openapi',
  version: versionOf('typed-openapi'),
  capabilities: ['timeout', 'redirects', 'gzip', 'concurrent'],
  connect({ baseUrl, apiKey, timeoutMs }) {
    const client = () => api.setBaseUrl(baseUrl); // there is one: it makes the address before it returns
    const options = () => ({ header: authorize(apiKey), overrides: { signal: AbortSignal.timeout(timeoutMs) } });
    return {
      listPets: (query) => client().get('/pets', { query, ...options() }),
      createPet: (body) => client().post('/pets', { body, ...options() }),
      getPet: (petId) => client().get('/pets/{petId}', { path: { petId }, ...options() }),
    };
  },
  describe(thrown) {
    const { name, response, message } = thrown;
    return name === 'TypedStatusError'
      ? describeResponse(response.status, response.data, message)
      : describeFetch(thrown);
  },
});
