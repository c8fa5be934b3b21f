// axios. With the argument parseReviver, it reads integers exactly, as its README shows.
import axios from 'axios';
import { argv } from 'node:process';
import { answerRequests, apiError, readInteger, transportError } from './protocol.js';

const options = argv[2] === 'parseReviver' ? { parseReviver: readInteger } : {};

await answerRequests({
  name: 'axios',
  version: axios.VERSION,
  capabilities: ['timeout', 'redirects', 'head', 'gzip'],
  connect({ baseUrl, apiKey, timeoutMs }) {
    const headers = apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` };
    const http = axios.create({ baseURL: baseUrl, timeout: timeoutMs, headers, ...options });
    return {
      listPets: async (params) => (await http.get('/pets', { params })).data,
      createPet: async (pet) => (await http.post('/pets', pet)).data,
      getPet: async (petId) => (await http.get(`/pets/${petId}`)).data,
      head: (path) => http.head(path),
    };
  },
  describe(thrown) {
    const { code, message, response } = thrown;
    if (!axios.isAxiosError(thrown)) return { kind: 'decode', message };
    if (response?.status >= 300) return apiError(response.status, response.data, message);
    if (code === 'ECONNABORTED' || code === 'ETIMEDOUT') return { kind: 'timeout', message };
    return transportError(code, message);
  },
});
