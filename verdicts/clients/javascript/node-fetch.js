// node-fetch
import fetch from 'node-fetch';
import { answerRequests, ApiError, describeBroken } from '../../../examples/conformance/typescript/protocol.ts';
import { authorize, versionOf } from './shared.js';

await answerRequests({
  name: 'node-fetch',
  version: versionOf('node-fetch'),
  capabilities: ['timeout', 'redirects', 'head', 'gzip', 'concurrent'],
  connect({ baseUrl, apiKey, timeoutMs }) {
    const base = baseUrl.replace(/\/$/, '');
    async function send(path, { headers, ...options } = {}) {
      const response = await fetch(base + path, {
        ...options,
        headers: { ...authorize(apiKey), ...headers },
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (!response.ok) throw new ApiError(response.status, await response.json().catch(() => undefined));
      return response;
    }
    return {
      listPets: async (query) => (await send(`/pets?${new URLSearchParams(query)}`)).json(),
      createPet: async (pet) => {
        const headers = { 'Content-Type': 'application/json' };
        return (await send('/pets', { method: 'POST', headers, body: JSON.stringify(pet) })).json();
      },
      getPet: async (petId) => (await send(`/pets/${petId}`)).json(),
      head: (path) => send(path, { method: 'HEAD' }),
    };
  },
  describe({ name, type, code }) {
    if (name === 'AbortError') return { kind: 'timeout' };
    if (type === 'invalid-json') return { kind: 'decode' };
    return describeBroken(code);
  },
});
