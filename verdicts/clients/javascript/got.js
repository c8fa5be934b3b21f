// got. With the argument parseJson, it reads integers exactly.
import got, { AbortError, HTTPError, ParseError, RequestError, TimeoutError } from 'got';
import { argv } from 'node:process';
import { answerRequests, describeBroken, describeResponse } from '../../../examples/conformance/typescript/protocol.ts';
import { authorize, readInteger, versionOf } from './shared.js';

const options = argv[2] === 'parseJson' ? { parseJson: (text) => JSON.parse(text, readInteger) } : {};

await answerRequests({
  name: 'got',
  version: versionOf('got'),
  capabilities: ['timeout', 'redirects', 'head', 'gzip', 'concurrent'],
  connect({ baseUrl, apiKey, timeoutMs }) {
    const http = got.extend({ prefixUrl: baseUrl, headers: authorize(apiKey), ...options });
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
    if (thrown instanceof HTTPError) return describeResponse(response.statusCode, readJson(response.body), message);
    if (thrown instanceof AbortError || thrown instanceof TimeoutError) return { kind: 'timeout' };
    if (thrown instanceof ParseError || !(thrown instanceof RequestError)) return { kind: 'decode' };
    return describeBroken(code);
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
