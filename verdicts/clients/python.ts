import type { Client, Finding, Language } from '../client.ts';
import { brokenGzip } from '../groups.ts';
import { fromPip } from '../newest.ts';
import { objectForList, unaskedAtOnce } from '../repetitions.ts';

const python: Language = {
  name: 'Python',
  folder: 'verdicts/clients/python',
  version: 'python3 --version',
  install: ['python3 -m venv .venv', '.venv/bin/pip install --quiet --requirement requirements.txt'],
};

/** What comes from http.client, on which three of them are built. `HTTPResponse.begin` reads on after 100 alone. */
const ofHttpClient: Readonly<Record<number, Finding>> = {
  21: { words: 'takes an interim response (103) for the answer, because Python’s http.client does' },
  87: {
    words: 'accepts a response with an invalid Content-Length, because Python’s http.client does',
    report: 'https://github.com/python/cpython/issues/150751',
  },
};

export const pythonClients: readonly Client[] = [
  {
    id: 'requests',
    language: python,
    name: 'requests',
    basedOn: 'urllib3',
    setting: '`session.get(url, timeout=…)`',
    adapter: 'requests_adapter.py',
    newest: fromPip('requests'),
    command: 'PYTHONPATH=../../../examples/conformance/python .venv/bin/python requests_adapter.py',
    alone: { file: 'alone/requests_alone.py', command: '.venv/bin/python alone/requests_alone.py' },
    findings: {
      62: { words: `${brokenGzip}, because urllib3 does` },
      77: {
        words: 'its `ok` and `raise_for_status` take a 3xx for success, on purpose',
        report: 'https://github.com/psf/requests/issues/2645',
      },
    },
  },
  {
    id: 'httpx',
    language: python,
    name: 'httpx',
    setting: '`httpx.Client(base_url=…, timeout=…)`',
    adapter: 'httpx_adapter.py',
    newest: fromPip('httpx'),
    command: 'PYTHONPATH=../../../examples/conformance/python .venv/bin/python httpx_adapter.py',
    alone: { file: 'alone/httpx_alone.py', command: '.venv/bin/python alone/httpx_alone.py' },
    findings: {
      62: {
        words: `${brokenGzip}, as pydantic-ai reports, which is built on it`,
        report: 'https://github.com/pydantic/pydantic-ai/issues/7159',
      },
      // httpx drops a connection on which something came in the meantime.
      86: {
        words: 'takes a response that it did not ask for, if it came in one write with the one before',
        repetition: unaskedAtOnce,
      },
    },
  },
  {
    id: 'httpx-follow-redirects',
    language: python,
    name: 'httpx',
    option: 'follow_redirects',
    basedOn: 'httpx',
    setting: '`httpx.Client(…, follow_redirects=True)`: by default it follows none',
    adapter: 'httpx_adapter.py',
    newest: fromPip('httpx'),
    command: 'PYTHONPATH=../../../examples/conformance/python .venv/bin/python httpx_adapter.py follow_redirects',
  },
  {
    id: 'aiohttp',
    language: python,
    name: 'aiohttp',
    setting: '`ClientSession(timeout=ClientTimeout(total=…))`',
    adapter: 'aiohttp_adapter.py',
    newest: fromPip('aiohttp'),
    command: 'PYTHONPATH=../../../examples/conformance/python .venv/bin/python aiohttp_adapter.py',
    alone: { file: 'alone/aiohttp_alone.py', command: '.venv/bin/python alone/aiohttp_alone.py' },
    findings: {
      58: {
        words: '`response.json()` returns None if there is no body, on purpose',
        report: 'https://github.com/aio-libs/aiohttp/issues/563',
      },
      77: {
        words: 'its `ok` and `raise_for_status` take a 3xx for success, on purpose',
        report: 'https://github.com/aio-libs/aiohttp/issues/5099',
      },
      86: { report: 'https://github.com/aio-libs/aiohttp/issues/13656' },
    },
  },
  {
    id: 'urllib3',
    language: python,
    name: 'urllib3',
    setting: '`PoolManager(timeout=…)`',
    adapter: 'urllib3_adapter.py',
    newest: fromPip('urllib3'),
    command: 'PYTHONPATH=../../../examples/conformance/python .venv/bin/python urllib3_adapter.py',
    alone: { file: 'alone/urllib3_alone.py', command: '.venv/bin/python alone/urllib3_alone.py' },
    findings: ofHttpClient,
  },
  {
    id: 'urllib',
    language: python,
    name: 'urllib.request',
    setting: '`urlopen(request, timeout=…)`',
    adapter: '../../../examples/conformance/python/adapter.py',
    command: '.venv/bin/python ../../../examples/conformance/python/adapter.py',
    alone: { file: 'alone/urllib_alone.py', command: 'python3 alone/urllib_alone.py' },
    findings: { ...ofHttpClient, 41: { report: 'https://github.com/python/cpython/issues/77842' } },
  },
  {
    id: 'openapi-python-client',
    language: python,
    name: 'openapi-python-client',
    basedOn: 'httpx',
    setting: 'generated, `list_pets.sync_detailed(client=…)`',
    adapter: 'openapi_python_client_adapter.py',
    newest: fromPip('openapi-python-client'),
    generated: true,
    build: [
      'mkdir -p build && node ../../../packages/petstore-kit/dist/main.js --openapi 3.0 > build/openapi.json',
      'PATH="$PWD/.venv/bin:$PATH" openapi-python-client generate --path build/openapi.json --output-path build/pet_store_client --meta none --overwrite',
    ],
    command: 'PYTHONPATH=../../../examples/conformance/python .venv/bin/python openapi_python_client_adapter.py',
    alone: {
      file: 'alone/openapi_python_client_alone.py',
      command: '.venv/bin/python alone/openapi_python_client_alone.py',
    },
    findings: {
      28: {
        words: 'raises ValueError for a status that Python does not know, such as 499',
        report: 'https://github.com/openapi-generators/openapi-python-client/issues/1442',
      },
      70: { words: 'takes {} for an empty list', repetition: objectForList },
    },
  },
];
