// ky. With the argument parseJson, it reads integers exactly.
import ky, { isHTTPError, isTimeoutError } from 'ky';
import { argv } from 'node:process';
import { answerRequests, describeBroken, describeResponse } from '../../../examples/conformance/typescript/protocol.ts';
import { authorize, readInteger, versionOf } from './shared.js';

const options = argv[2] === 'parseJson' ? { parseJson: (text) => JSON.parse(text, readInteger) } : {};

await answerRequests({
  name: 'ky',
  version: versionOf('ky'),
  capabilities: ['timeout', 'redirects', 'head', 'gzip', 'concurrent'],
  connect({ baseUrl, apiKey, timeoutMs }) {
    const http = ky.create({ prefix: baseUrl, headers: authorize(apiKey), totalTimeout: timeoutMs, ...options });
    return {
      listPets: (searchParams) => http.get('pets', { searchParams }).json(),
      createPet: (json) => http.post('pets', { json }).json(),
      getPet: (petId) => http.get(`pets/${petId}`).json(),
      head: (path) => http.head(path.slice(1)),
    };
  },
  describe(thrown) {
    const { name, message, cause } = thrown;
    if (isHTTPError(thrown)) return describeResponse(thrown.response.status, thrown.data, message);
    if (isTimeoutError(thrown)) return { kind: 'timeout' };
    if (name === 'SyntaxError') return { kind: 'decode' };
    return describeBroken(cause?.cause?.code ?? cause?.code);
  },
});
