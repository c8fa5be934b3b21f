// undici, with its own function `request`. Its fetch is that of Node.
import { readFileSync } from 'node:fs';
import { errors, request } from 'undici';
import { answerRequests, apiError, transportError } from './protocol.js';

const { version } = JSON.parse(readFileSync(new URL('node_modules/undici/package.json', import.meta.url)));

class ApiError extends Error {
  constructor(statusCode, body) {
    super(`The server answered ${statusCode}.`);
    Object.assign(this, { statusCode, body });
  }
}

async function send(url, options) {
  const { statusCode, body } = await request(url, options);
  if (statusCode >= 200 && statusCode < 300) return body;
  throw new ApiError(statusCode, await body.json().catch(() => undefined));
}

await answerRequests({
  name: 'undici',
  version,
  capabilities: ['timeout', 'head'],
  connect({ baseUrl, apiKey, timeoutMs }) {
    const headers = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
    const signal = () => AbortSignal.timeout(timeoutMs);
    return {
      async listPets(query) {
        const body = await send(`${baseUrl}/pets`, { query, headers, signal: signal() });
        return body.json();
      },
      async createPet(pet) {
        const body = await send(`${baseUrl}/pets`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(pet),
          signal: signal(),
        });
        return body.json();
      },
      async getPet(petId) {
        const body = await send(`${baseUrl}/pets/${petId}`, { headers, signal: signal() });
        return body.json();
      },
      async head(path) {
        const body = await send(`${baseUrl}${path}`, { method: 'HEAD', headers, signal: signal() });
        await body.dump();
      },
    };
  },
  describe(thrown) {
    const { name, code, message } = thrown;
    if (thrown instanceof ApiError) return apiError(thrown.statusCode, thrown.body, message);
    if (name === 'TimeoutError') return { kind: 'timeout', message };
    if (thrown instanceof errors.UndiciError || code !== undefined) return transportError(code, message);
    return { kind: 'decode', message };
  },
});
