// axios. With the argument parseReviver, it reads integers exactly, as its README shows.
import axios from 'axios';
import { argv } from 'node:process';
import { answerRequests, describeBroken, describeResponse } from '../../../examples/conformance/typescript/protocol.ts';
import { authorize, readInteger } from './shared.js';

const options = argv[2] === 'parseReviver' ? { parseReviver: readInteger } : {};

await answerRequests({
  name: 'axios',
  version: axios.VERSION,
  capabilities: ['timeout', 'redirects', 'head', 'gzip', 'concurrent'],
  connect({ baseUrl, apiKey, timeoutMs }) {
    const http = axios.create({ baseURL: baseUrl, timeout: timeoutMs, headers: authorize(apiKey), ...options });
    return {
      listPets: async (params) => (await http.get('/pets', { params })).data,
      createPet: async (pet) => (await http.post('/pets', pet)).data,
      getPet: async (petId) => (await http.get(`/pets/${petId}`)).data,
      head: (path) => http.head(path),
    };
  },
  describe(thrown) {
    const { code, message, response } = thrown;
    if (!axios.isAxiosError(thrown)) return { kind: 'decode' };
    if (response?.status >= 300) return describeResponse(response.status, response.data, message);
    if (code === 'ECONNABORTED' || code === 'ETIMEDOUT') return { kind: 'timeout' };
    return describeBroken(code);
  },
});
