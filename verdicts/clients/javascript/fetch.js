// The platform's fetch. Node, Bun and Deno run this adapter; with the argument node-fetch, that library takes its place.
import { argv, versions } from 'node:process';
import { answerRequests, apiError, transportError } from './protocol.js';

const library = argv[2];
const { default: fetch } = library === undefined ? { default: globalThis.fetch } : await import(library);

class ApiError extends Error {
  constructor(response, body) {
    super(`The server answered ${response.status}.`);
    this.status = response.status;
    this.body = body;
  }
}

async function send(url, options) {
  const response = await fetch(url, options);
  if (!response.ok) throw new ApiError(response, await response.json().catch(() => undefined));
  return response;
}

await answerRequests({
  name: library ?? 'fetch',
  version: library === undefined ? (versions.bun ?? versions.deno ?? versions.node) : '3.3.2',
  capabilities: ['timeout', 'redirects', 'head', 'gzip'],
  connect({ baseUrl, apiKey, timeoutMs }) {
    const headers = apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` };
    const signal = () => AbortSignal.timeout(timeoutMs);
    return {
      async listPets(query) {
        const response = await send(`${baseUrl}/pets?${new URLSearchParams(query)}`, { headers, signal: signal() });
        return response.json();
      },
      async createPet(pet) {
        const response = await send(`${baseUrl}/pets`, {
          method: 'POST',
          headers: { ...headers, 'Content-Type': 'application/json' },
          body: JSON.stringify(pet),
          signal: signal(),
        });
        return response.json();
      },
      async getPet(petId) {
        const response = await send(`${baseUrl}/pets/${petId}`, { headers, signal: signal() });
        return response.json();
      },
      head: (path) => send(`${baseUrl}${path}`, { method: 'HEAD', headers, signal: signal() }),
    };
  },
  describe(thrown) {
    const { name, message, cause, code = cause?.code } = thrown;
    if (thrown instanceof ApiError) return apiError(thrown.status, thrown.body, message);
    if (name === 'TimeoutError' || name === 'AbortError') return { kind: 'timeout', message };
    if (name === 'SyntaxError' || thrown.type === 'invalid-json') return { kind: 'decode', message };
    return transportError(code ?? cause?.message, message);
  },
});
