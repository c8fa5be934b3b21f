// openapi-fetch, whose types openapi-typescript generates from the document of the store. The types are gone when it runs.
import createClient from 'openapi-fetch';
import { answerRequests } from '../../../examples/conformance/typescript/protocol.ts';
import { authorize, describeFetch, unwrap, versionOf } from './shared.js';

/** The answer as `unwrap` takes it. */
function read({ data, error, response: { status } }) {
  return unwrap({ status, data, error });
}

await answerRequests({
  name: 'openapi-fetch',
  version: versionOf('openapi-fetch'),
  capabilities: ['timeout', 'redirects', 'head', 'gzip', 'concurrent'],
  connect({ baseUrl, apiKey, timeoutMs }) {
    const client = createClient({ baseUrl, headers: authorize(apiKey) });
    const signal = () => AbortSignal.timeout(timeoutMs);
    return {
      listPets: async (query) => read(await client.GET('/pets', { params: { query }, signal: signal() })),
      createPet: async (body) => read(await client.POST('/pets', { body, signal: signal() })),
      getPet: async (petId) =>
        read(await client.GET('/pets/{petId}', { params: { path: { petId } }, signal: signal() })),
      head: async (path) => read(await client.HEAD(path, { signal: signal() })),
    };
  },
  describe: describeFetch,
});
