// undici, with its own function `request`. Its fetch is that of Node.
import { errors, request } from 'undici';
import { answerRequests, ApiError, describeBroken } from '../../../examples/conformance/typescript/protocol.ts';
import { authorize, versionOf } from './shared.js';

async function send(url, options) {
  const { statusCode, body } = await request(url, options);
  if (statusCode >= 200 && statusCode < 300) return body;
  throw new ApiError(statusCode, await body.json().catch(() => undefined));
}

await answerRequests({
  name: 'undici',
  version: versionOf('undici'),
  capabilities: ['timeout', 'head', 'concurrent'],
  connect({ baseUrl, apiKey, timeoutMs }) {
    const base = baseUrl.replace(/\/$/, '');
    const headers = authorize(apiKey);
    const signal = () => AbortSignal.timeout(timeoutMs);
    return {
      async listPets(query) {
        const body = await send(`${base}/pets`, { query, headers, signal: signal() });
        return body.json();
      },
      async createPet(pet) {
        const body = await send(`${base}/pets`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(pet),
          signal: signal(),
        });
        return body.json();
      },
      async getPet(petId) {
        const body = await send(`${base}/pets/${petId}`, { headers, signal: signal() });
        return body.json();
      },
      async head(path) {
        const body = await send(`${base}${path}`, { method: 'HEAD', headers, signal: signal() });
        await body.dump();
      },
    };
  },
  describe(thrown) {
    const { name, code } = thrown;
    if (name === 'TimeoutError') return { kind: 'timeout' };
    if (thrown instanceof errors.UndiciError || code !== undefined) return describeBroken(code);
    return { kind: 'decode' };
  },
});
