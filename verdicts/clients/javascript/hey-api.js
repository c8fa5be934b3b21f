// The client that @hey-api/openapi-ts generates.
import { client } from './build/hey-api/client.gen.js';
import { createPet, getPet, listPets } from './build/hey-api/sdk.gen.js';
import { describe, unwrap, versionOf } from './generated.js';
import { answerRequests } from './protocol.js';

/** Without a response, `error` is what fetch threw. */
function read({ response, data, error }) {
  if (response === undefined) throw error;
  return unwrap({ status: response.status, data, error });
}

await answerRequests({
  name: '@hey-api/openapi-ts',
  version: versionOf('@hey-api/openapi-ts'),
  capabilities: ['timeout', 'redirects', 'head', 'gzip'],
  connect({ baseUrl, apiKey, timeoutMs }) {
    client.setConfig({ baseUrl, auth: apiKey });
    const signal = () => AbortSignal.timeout(timeoutMs);
    return {
      listPets: async (query) => read(await listPets({ query, signal: signal() })),
      createPet: async (body) => {
        // Its JavaScript would write a bigint as a string.
        if (typeof body.categoryId === 'bigint') throw new TypeError('The generated type is number, and not BigInt.');
        return read(await createPet({ body, signal: signal() }));
      },
      getPet: async (petId) => read(await getPet({ path: { petId }, signal: signal() })),
      head: async (url) =>
        read(await client.head({ url, security: [{ scheme: 'bearer', type: 'http' }], signal: signal() })),
    };
  },
  describe,
});
