// openapi-fetch, whose types openapi-typescript generates from the document of the store. The types are gone when it runs.
import { readFileSync } from 'node:fs';
import createClient from 'openapi-fetch';
import { describe, unwrap } from './generated.js';
import { answerRequests } from './protocol.js';

const { version } = JSON.parse(readFileSync(new URL('node_modules/openapi-fetch/package.json', import.meta.url)));

/** The answer as `unwrap` takes it. */
function read({ data, error, response: { status } }) {
  return unwrap({ status, data, error });
}

await answerRequests({
  name: 'openapi-fetch',
  version,
  capabilities: ['timeout', 'redirects', 'head', 'gzip'],
  connect({ baseUrl, apiKey, timeoutMs }) {
    const headers = apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` };
    const client = createClient({ baseUrl, headers });
    const signal = () => AbortSignal.timeout(timeoutMs);
    return {
      listPets: async (query) => read(await client.GET('/pets', { params: { query }, signal: signal() })),
      createPet: async (body) => read(await client.POST('/pets', { body, signal: signal() })),
      getPet: async (petId) =>
        read(await client.GET('/pets/{petId}', { params: { path: { petId } }, signal: signal() })),
      head: async (path) => read(await client.HEAD(path, { signal: signal() })),
    };
  },
  describe,
});
