// The adapter of the platform's fetch. For your client, change how it is made and called. protocol.mjs stays as it is.
//
//     npx petstore-kit conformance run --command "node adapter.mjs"
import { answerRequests, ApiError, describeBroken } from './protocol.mjs';

const { bun, deno, node } = process.versions;

void answerRequests({
  name: 'fetch',
  version: bun ?? deno ?? node,
  capabilities: ['timeout', 'redirects', 'head', 'gzip', 'concurrent'],

  connect({ baseUrl, apiKey, timeoutMs }) {
    const base = baseUrl.replace(/\/$/, '');
    /**
     * @param {string} path
     * @param {RequestInit} options
     */
    async function send(path, options = {}) {
      const headers = new Headers(options.headers);
      if (apiKey !== undefined) headers.set('Authorization', `Bearer ${apiKey}`);
      const response = await fetch(base + path, { ...options, headers, signal: AbortSignal.timeout(timeoutMs) });
      if (!response.ok) throw new ApiError(response.status, await response.json().catch(() => undefined));
      return options.method === 'HEAD' ? null : response.json();
    }
    return {
      listPets: (query) =>
        send(`/pets?${new URLSearchParams(/** @type {Record<string, string>} */ (query)).toString()}`),
      createPet: (pet) =>
        send('/pets', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(pet) }),
      getPet: (petId) => send(`/pets/${petId}`),
      head: (path) => send(path, { method: 'HEAD' }),
    };
  },

  describe({ name, code, cause }) {
    if (name === 'TimeoutError') return { kind: 'timeout' };
    if (name === 'SyntaxError') return { kind: 'decode' };
    return describeBroken(code ?? cause?.code ?? cause?.message);
  },
});
