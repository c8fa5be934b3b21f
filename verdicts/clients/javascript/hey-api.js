// The client that @hey-api/openapi-ts generates.
import { answerRequests } from '../../../examples/conformance/typescript/protocol.ts';
import { createClient, createConfig } from './build/hey-api/client/index.js';
import { createPet, getPet, listPets } from './build/hey-api/sdk.gen.js';
import { describeFetch, unwrap, versionOf } from './shared.js';

/** Without a response, or with a success, `error` is what the client threw itself. */
function read({ response, data, error }) {
  if (error !== undefined && (response === undefined || response.ok)) throw error;
  return unwrap({ status: response.status, data, error });
}

await answerRequests({
  name: '@hey-api/openapi-ts',
  version: versionOf('@hey-api/openapi-ts'),
  capabilities: ['timeout', 'redirects', 'head', 'gzip', 'concurrent'],
  connect({ baseUrl, apiKey, timeoutMs }) {
    const client = createClient(createConfig({ baseUrl, auth: apiKey }));
    const options = () => ({ client, signal: AbortSignal.timeout(timeoutMs) });
    return {
      listPets: async (query) => read(await listPets({ query, ...options() })),
      createPet: async (body) => {
        // Its JavaScript would write a bigint as a string.
        if (typeof body.categoryId === 'bigint')
          throw new TypeError('The generated type is number: no application makes it serialize a BigInt.');
        return read(await createPet({ body, ...options() }));
      },
      getPet: async (petId) => read(await getPet({ path: { petId }, ...options() })),
      head: async (url) =>
        read(await client.head({ url, security: [{ scheme: 'bearer', type: 'http' }], ...options() })),
    };
  },
  describe: describeFetch,
});
