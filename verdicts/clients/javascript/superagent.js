// superagent
import superagent from 'superagent';
import { answerRequests, describeBroken, describeResponse } from '../../../examples/conformance/typescript/protocol.ts';
import { authorize, versionOf } from './shared.js';

await answerRequests({
  name: 'superagent',
  version: versionOf('superagent'),
  capabilities: ['timeout', 'redirects', 'head', 'gzip', 'concurrent'],
  connect({ baseUrl, apiKey, timeoutMs }) {
    const base = baseUrl.replace(/\/$/, '');
    const headers = authorize(apiKey);
    const send = (request) => request.set(headers).timeout({ deadline: timeoutMs });
    return {
      listPets: async (query) => (await send(superagent.get(`${base}/pets`).query(query))).body,
      createPet: async (pet) => (await send(superagent.post(`${base}/pets`).send(pet))).body,
      getPet: async (petId) => (await send(superagent.get(`${base}/pets/${petId}`))).body,
      head: (path) => send(superagent.head(`${base}${path}`)),
    };
  },
  describe({ name, code, message, status, timeout, response }) {
    if (timeout !== undefined) return { kind: 'timeout' };
    if (status >= 300) return describeResponse(status, response?.body, message);
    if (name === 'SyntaxError') return { kind: 'decode' };
    return describeBroken(code);
  },
});
