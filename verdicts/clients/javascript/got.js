// got. With the argument parseJson, it reads integers exactly.
import got, { AbortError, HTTPError, ParseError, RequestError } from 'got';
import { readFileSync } from 'node:fs';
import { argv } from 'node:process';
import { answerRequests, apiError, readInteger, transportError } from './protocol.js';

const { version } = JSON.parse(readFileSync(new URL('node_modules/got/package.json', import.meta.url)));
const options = argv[2] === 'parseJson' ? { parseJson: (text) => JSON.parse(text, readInteger) } : {};

await answerRequests({
  name: 'got',
  version,
  capabilities: ['timeout', 'retries', 'redirects', 'head', 'gzip'],
  connect({ baseUrl, apiKey, timeoutMs }) {
    const headers = apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` };
    const http = got.extend({ prefixUrl: baseUrl, headers, ...options });
    const signal = () => AbortSignal.timeout(timeoutMs); // `timeout` is for each attempt
    return {
      listPets: (searchParams) => http.get('pets', { searchParams, signal: signal() }).json(),
      createPet: (json) => http.post('pets', { json, signal: signal() }).json(),
      getPet: (petId) => http.get(`pets/${petId}`, { signal: signal() }).json(),
      head: (path) => http.head(path.slice(1), { signal: signal() }),
    };
  },
  describe(thrown) {
    const { code, message, response } = thrown;
    if (thrown instanceof HTTPError) return apiError(response.statusCode, readJson(response.body), message);
    if (thrown instanceof AbortError) return { kind: 'timeout', message };
    if (thrown instanceof ParseError || !(thrown instanceof RequestError)) return { kind: 'decode', message };
    return transportError(code, message);
  },
});

/** The body of an error is text in got. */
function readJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
