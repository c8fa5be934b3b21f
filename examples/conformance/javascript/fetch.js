// The platform's fetch: Node, Bun and Deno run this adapter alike.
import { answerRequests, readErrorBody } from './protocol.js';

const { process, Deno, Bun } = globalThis;

class ApiError extends Error {
  constructor(status, body) {
    super(`The server answered ${status}.`);
    Object.assign(this, { status }, readErrorBody(body));
  }
}

async function send(url, options) {
  const response = await fetch(url, options);
  if (!response.ok) throw new ApiError(response.status, await response.json().catch(() => undefined));
  return response;
}

await answerRequests({
  name: 'fetch',
  version: Deno?.version.deno ?? Bun?.version ?? process.versions.node,
  capabilities: ['timeout', 'redirects', 'head', 'gzip', 'text_ids'],
  connect({ baseUrl, apiKey, timeoutMs }) {
    const headers = apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` };
    const options = () => ({ headers, signal: AbortSignal.timeout(timeoutMs) });
    return {
      async listPets(query) {
        const response = await send(`${baseUrl}/pets?${new URLSearchParams(query)}`, options());
        return response.json();
      },
      async createPet(pet) {
        const response = await send(`${baseUrl}/pets`, {
          ...options(),
          method: 'POST',
          headers: { ...headers, 'Content-Type': 'application/json' },
          body: JSON.stringify(pet),
        });
        return response.json();
      },
      async getPet(petId) {
        const response = await send(`${baseUrl}/pets/${encodeURIComponent(petId)}`, options());
        return response.json();
      },
      head: (path) => send(`${baseUrl}${path}`, { ...options(), method: 'HEAD' }),
    };
  },
  describe({ name, message, status, code, cause }) {
    if (status !== undefined) return { kind: 'api', status, code, message };
    if (name === 'TimeoutError') return { kind: 'timeout', message };
    if (cause === undefined) return { kind: 'decode', message }; // only fetch's own failures have a cause
    return { kind: 'transport', outcome: cause.code === 'ECONNREFUSED' ? 'not_sent' : 'unknown', message };
  },
});
