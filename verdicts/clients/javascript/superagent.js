// superagent
import { readFileSync } from 'node:fs';
import superagent from 'superagent';
import { answerRequests, apiError, transportError } from './protocol.js';

const { version } = JSON.parse(readFileSync(new URL('node_modules/superagent/package.json', import.meta.url)));

await answerRequests({
  name: 'superagent',
  version,
  capabilities: ['timeout', 'redirects', 'head', 'gzip'],
  connect({ baseUrl, apiKey, timeoutMs }) {
    const headers = apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` };
    const send = (request) => request.set(headers).timeout({ deadline: timeoutMs });
    return {
      listPets: async (query) => (await send(superagent.get(`${baseUrl}/pets`).query(query))).body,
      createPet: async (pet) => (await send(superagent.post(`${baseUrl}/pets`).send(pet))).body,
      getPet: async (petId) => (await send(superagent.get(`${baseUrl}/pets/${petId}`))).body,
      head: (path) => send(superagent.head(`${baseUrl}${path}`)),
    };
  },
  describe({ name, code, message, status, timeout, response }) {
    if (timeout !== undefined) return { kind: 'timeout', message };
    if (status >= 300) return apiError(status, response?.body, message);
    if (name === 'SyntaxError') return { kind: 'decode', message };
    return transportError(code, message);
  },
});
