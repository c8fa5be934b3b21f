import type { Operation } from '../operations/operation.ts';
import { quoteForShell } from './shell-quoting.ts';

type SampleRequest = ReturnType<typeof createSampleRequest>;

/** Makes the request of an operation from its first examples. */
function createSampleRequest({ method, path, parameters, requestBody }: Operation, baseUrl: string) {
  const [values = {}] = Object.values(parameters?.examples ?? {});
  const pairs = Object.entries(values).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const query = parameters?.in === 'query' ? `?${pairs.join('&')}` : '';
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const [body] = Object.values(requestBody?.examples ?? {});
  const url = `${baseUrl}${filledPath}${query}`;
  return { method, url, body: body === undefined ? undefined : JSON.stringify(body) };
}

const languages = [
  { lang: 'Shell', label: 'curl', write: writeShell },
  { lang: 'JavaScript', label: 'JavaScript', write: writeJavaScript },
  { lang: 'Python', label: 'Python', write: writePython },
  { lang: 'Go', label: 'Go', write: writeGo },
];

/**
 * Writes the entries of `x-codeSamples`: code that calls an operation, in each language. A user replaces `YOUR_API_KEY`. The page at /docs
 * finds the address, the key and the body by their quotes, and replaces them (write-code.js).
 */
export function createCodeSamples(operation: Operation, baseUrl: string) {
  const request = createSampleRequest(operation, baseUrl);
  return languages.map(({ lang, label, write }) => ({ lang, label, source: write(request) }));
}

/** Quotes a text for JavaScript and Python. */
function quoteSingly(text: string): string {
  return `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)}'`;
}

/** Writes a call of curl. A client can choose the address in it. */
function writeShell({ method, url, body }: SampleRequest): string {
  return [
    `curl ${method === 'GET' ? '' : `--request ${method} `}${quoteForShell(url)}`,
    `  --header 'Authorization: Bearer YOUR_API_KEY'`,
    ...(body === undefined
      ? []
      : [`  --header 'Content-Type: application/json'`, `  --data-raw ${quoteForShell(body)}`]),
  ].join(' \\\n');
}

function writeJavaScript({ method, url, body }: SampleRequest): string {
  const headers = ["    Authorization: 'Bearer YOUR_API_KEY',"];
  if (body !== undefined) headers.push("    'Content-Type': 'application/json',");
  return [
    `const response = await fetch(${quoteSingly(url)}, {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    '  headers: {',
    ...headers,
    '  },',
    ...(body === undefined ? [] : [`  body: ${quoteSingly(body)},`]),
    '});',
    'console.log(response.status, await response.json());',
  ].join('\n');
}

function writePython({ method, url, body }: SampleRequest): string {
  const headers = ["'Authorization': 'Bearer YOUR_API_KEY'"];
  if (body !== undefined) headers.push("'Content-Type': 'application/json'");
  return [
    'import json, urllib.request',
    '',
    'request = urllib.request.Request(',
    `    ${quoteSingly(url)},`,
    ...(method === 'GET' ? [] : [`    method='${method}',`]),
    ...(body === undefined ? [] : [`    data=${quoteSingly(body)}.encode(),`]),
    `    headers={${headers.join(', ')}},`,
    ')',
    'with urllib.request.urlopen(request) as response:',
    '    print(response.status, json.load(response))',
  ].join('\n');
}

function writeGo({ method, url, body }: SampleRequest): string {
  return [
    'package main',
    '',
    'import (',
    ...['fmt', 'io', 'net/http', ...(body === undefined ? [] : ['strings'])].map((name) => `\t"${name}"`),
    ')',
    '',
    'func main() {',
    `\trequest, err := http.NewRequest("${method}", ${JSON.stringify(url)}, ${body === undefined ? 'nil' : `strings.NewReader(\`${body}\`)`})`,
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    '\trequest.Header.Set("Authorization", "Bearer YOUR_API_KEY")',
    ...(body === undefined ? [] : ['\trequest.Header.Set("Content-Type", "application/json")']),
    '\tresponse, err := http.DefaultClient.Do(request)',
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    '\tdefer response.Body.Close()',
    '\ttext, err := io.ReadAll(response.Body)',
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    '\tfmt.Println(response.StatusCode, string(text))',
    '}',
  ].join('\n');
}
