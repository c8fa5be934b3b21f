// ky. With the argument parseJson, it reads integers exactly.
import ky, { isHTTPError, isTimeoutError } from 'ky';
import { readFileSync } from 'node:fs';
import { argv } from 'node:process';
import { answerRequests, apiError, readInteger, transportError } from './protocol.js';

const { version } = JSON.parse(readFileSync(new URL('node_modules/ky/package.json', import.meta.url)));
const options = argv[2] === 'parseJson' ? { parseJson: (text) => JSON.parse(text, readInteger) } : {};

await answerRequests({
  name: 'ky',
  version,
  capabilities: ['timeout', 'retries', 'redirects', 'head', 'gzip'],
  connect({ baseUrl, apiKey, timeoutMs }) {
    const headers = apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` };
    const http = ky.create({ prefix: baseUrl, headers, totalTimeout: timeoutMs, ...options });
    return {
      listPets: (searchParams) => http.get('pets', { searchParams }).json(),
      createPet: (json) => http.post('pets', { json }).json(),
      getPet: (petId) => http.get(`pets/${petId}`).json(),
      head: (path) => http.head(path.slice(1)),
    };
  },
  describe(thrown) {
    const { name, message, cause } = thrown;
    if (isHTTPError(thrown)) return apiError(thrown.response.status, thrown.data, message);
    if (isTimeoutError(thrown)) return { kind: 'timeout', message };
    if (name === 'SyntaxError') return { kind: 'decode', message };
    return transportError(cause?.cause?.code ?? cause?.code, message);
  },
});
