// Makes the calls of docs/sessions.md on a server, and compares the responses. With `--update`, it rewrites the responses.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request, STATUS_CODES } from 'node:http';
import { join } from 'node:path';
import * as prettier from 'prettier';
import { expect, test } from 'vitest';
import { sessionCalls } from '../src/sessions/session-calls.ts';
import { start } from './opened-session.ts';

const path = join(import.meta.dirname, '../../../docs/sessions.md');
const page = readFileSync(path, 'utf8');

/** The calls of the page: a heading, a sentence, a line for curl, and the response. */
const callPattern = /(?<=^### (\w+ \/_testing.*)\n\n.*\n\n)```shell\n([^]*?)\n```\n\n```http\n[^]*?\n```/gm;

test('docs/sessions.md has every call', () => {
  const headings = [...page.matchAll(callPattern)].map(([, heading]) => heading);
  expect(headings).toEqual(sessionCalls.map(({ method, path }) => `${method} /_testing${path}`));
});

test('each line for curl in docs/sessions.md gets the response that the page shows', async () => {
  const { url, token } = (await start()).testing;
  const { host } = new URL(url);

  /** Replaces the parts that differ from run to run by those that the page shows. */
  const shown = (text: string) =>
    text
      .replaceAll(host, '127.0.0.1:8080')
      .replaceAll(id, '5f2b8c1d9e3a7046')
      .replaceAll(apiKey, '0c9d6f5e4b3a2918f7e6d5c4b3a29180')
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '2026-11-25T09:00:00.000Z');
  let [id, apiKey] = ['', ''];
  let text = page;
  for (const [block, heading = '', line = ''] of page.matchAll(callPattern)) {
    const call = readCurlLine(line, { URL: url, TOKEN: token, ID: id });
    expect(`${call.method} ${call.url.replace(/\?.*/, '')}`).toBe(
      heading.replace('/_testing', url).replace('{id}', id),
    );
    const response = await fetch(call.url, call);
    const body = await response.text();
    const value: unknown = body === '' ? undefined : JSON.parse(body);
    if (id === '') {
      ({ id, apiKey } = value as { id: string; apiKey: string });
      await createRex(`${url}/sessions/${id}/v1/pets`, apiKey);
    }
    const status = `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status]}`;
    const head = [status, ...(value === undefined ? [] : ['', JSON.stringify(value, null, 2)])].join('\n');
    text = text.replace(block, () => `\`\`\`shell\n${line}\n\`\`\`\n\n\`\`\`http\n${shown(head)}\n\`\`\``);
  }
  const formatted = await prettier.format(text, { ...(await prettier.resolveConfig(path)), filepath: path });
  await expect(formatted).toMatchFileSnapshot(path);
});

/** Lets a shell expand a line for curl, and reads what curl would send. */
function readCurlLine(line: string, variables: Readonly<Record<string, string>>) {
  const { stdout } = spawnSync('sh', [], {
    input: `curl() { printf '%s\\0' "$@"; }\n${line}\n`,
    encoding: 'utf8',
    env: { ...process.env, ...variables },
  });
  const call: RequestInit & { url: string; headers: Headers } = { method: 'GET', url: '', headers: new Headers() };
  const words = stdout.split('\0').slice(0, -1)[Symbol.iterator]();
  for (const word of words) {
    if (!word.startsWith('-')) {
      call.url = word;
      continue;
    }
    const value = words.next().value ?? '';
    if (word === '-X') call.method = value;
    else if (word === '-H') call.headers.append(...(value.split(': ') as [string, string]));
    else if (word === '-d') call.body = value;
    else throw new Error(`This test does not know ${word} of curl.`);
  }
  return call;
}

/** Sends a request for the list of requests. It does not use fetch, whose header fields differ between versions of Node. */
function createRex(url: string, apiKey: string): Promise<unknown> {
  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
  return new Promise((resolve) => {
    request(url, { method: 'POST', headers }, (answer) => answer.resume().on('end', resolve)).end(
      '{"name":"Rex","categoryId":1}',
    );
  });
}
