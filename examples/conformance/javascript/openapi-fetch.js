// openapi-fetch, whose types openapi-typescript generates from the document of the store. The types are gone when it runs.
import { readFileSync } from 'node:fs';
import createClient from 'openapi-fetch';
import { answerRequests, apiError, transportError } from './protocol.js';

const { version } = JSON.parse(readFileSync(new URL('node_modules/openapi-fetch/package.json', import.meta.url)));

class ApiError extends Error {
  constructor(status, body) {
    super(`The server answered ${status}.`);
    Object.assign(this, { status, body });
  }
}

function unwrap({ data, error, response }) {
  if (!response.ok) throw new ApiError(response.status, error);
  return data;
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
      listPets: async (query) => unwrap(await client.GET('/pets', { params: { query }, signal: signal() })),
      createPet: async (body) => unwrap(await client.POST('/pets', { body, signal: signal() })),
      getPet: async (petId) =>
        unwrap(await client.GET('/pets/{petId}', { params: { path: { petId } }, signal: signal() })),
      head: async (path) => unwrap(await client.HEAD(path, { signal: signal() })),
    };
  },
  describe(thrown) {
    const { name, message, cause } = thrown;
    if (thrown instanceof ApiError) return apiError(thrown.status, thrown.body, message);
    if (name === 'TimeoutError') return { kind: 'timeout', message };
    return cause === undefined ? { kind: 'decode', message } : transportError(cause.code, message);
  },
});
