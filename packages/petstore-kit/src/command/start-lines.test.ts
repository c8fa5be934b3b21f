import { expect, test } from 'vitest';
import { formatStart, formatStartAsJson, type StartInfo } from './start-lines.ts';

const started: StartInfo = {
  listeningUrl: 'http://127.0.0.1:8080/v1',
  address: 'http://127.0.0.1:8080',
  location: 'pets.json',
  apiKey: 'dev',
  keySource: 'option',
  testing: undefined,
};
const format = (fields: Partial<StartInfo> = {}, colours = false) =>
  formatStart({ ...started, ...fields }, colours).join('\n');

test('the first screen begins with the page, and its lines for curl have the key', () => {
  expect(format()).toBe(`
  Page        http://127.0.0.1:8080/docs#key=dev
  API         http://127.0.0.1:8080/v1
  API key     dev
  Pets        pets.json

  Add a pet:
    curl -H 'Authorization: Bearer dev' \\
      -H 'Content-Type: application/json' \\
      -d '{"name":"Rex","categoryId":1}' \\
      http://127.0.0.1:8080/v1/pets

  List the first 100:
    curl -H 'Authorization: Bearer dev' \\
      'http://127.0.0.1:8080/v1/pets?limit=100'

  Ctrl+C stops the server.
`);
});

test('the first screen does not show a key from a variable', () => {
  const secret = { apiKey: 'hunter2', keySource: 'variable' } as const;
  expect(format(secret)).toMatch(/^ {2}API key +from PETSTORE_API_KEYS$/m);
  expect(format(secret) + formatStartAsJson({ ...started, ...secret }, new Date())).not.toContain('hunter2');
});

test('with sessions, the first screen says how to let a request fail', () => {
  expect(format()).not.toContain('fail');
  expect(format({ testing: { url: 'http://127.0.0.1:8080/_testing' } })).toMatch(
    /^ {2}Let it fail +on the page, .*Prefer: code=503$/m,
  );
});

test('the first screen says another address than that of the server', () => {
  expect(format()).not.toContain('Listens on');
  expect(format({ address: 'https://pets.example' })).toMatch(/^ {2}Listens on +http:\/\/127\.0\.0\.1:8080\/v1$/m);
});

test.each(["it's", '$(id)', '`id`', '$HOME', '\\', '#&+'])(
  'the key %s reaches the page and the shell as it is',
  (apiKey) => {
    const text = format({ apiKey });
    expect(new URL(/http\S+#key=\S+/.exec(text)?.[0] ?? '').hash).toBe(`#key=${encodeURIComponent(apiKey)}`);
    expect(text).toContain(`'Authorization: Bearer ${apiKey.replaceAll("'", String.raw`'\''`)}'`);
  },
);

test('no line of the first screen is wider than 80 characters with a generated key', () => {
  const url = 'http://127.0.0.1:65535';
  const key = 'f'.repeat(32);
  const text = format({
    address: url,
    listeningUrl: `${url}/v1`,
    apiKey: key,
    keySource: 'generated',
    testing: { url, token: key },
  });
  expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(80);
});

test('colours change nothing else of the first screen', () => {
  expect(format({}, true)).not.toBe(format());
  expect(format({}, true).replace(/\u001b\[\d+m/g, '')).toBe(format()); // eslint-disable-line no-control-regex
});

test('the JSON of a start has the address, the key and the storage', () => {
  expect(JSON.parse(formatStartAsJson(started, new Date(0)))).toEqual({
    time: '1970-01-01T00:00:00.000Z',
    started: true,
    url: 'http://127.0.0.1:8080/v1',
    apiKey: 'dev',
    docs: 'http://127.0.0.1:8080/docs#key=dev',
    storage: 'pets.json',
    pid: process.pid,
  });
});
