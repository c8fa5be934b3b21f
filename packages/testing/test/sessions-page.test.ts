// Makes the calls of docs/sessions.md on a server, and compares the answers. With `--update`, it rewrites the part "The calls".
import { createPetStore, unwrap } from '@petstore/core';
import { createMemoryStorage } from '@petstore/storage-memory';
import { readFileSync } from 'node:fs';
import { request, STATUS_CODES } from 'node:http';
import { join } from 'node:path';
import * as prettier from 'prettier';
import { expect, onTestFinished, test } from 'vitest';
import { startSessionServer } from '../src/index.ts';
import { sessionRoutes } from '../src/sessions/session-routes.ts';

const path = join(import.meta.dirname, '../../../docs/sessions.md');
const page = readFileSync(path, 'utf8');

test('each call of the page gets the reply that the page shows', async () => {
  const store = createPetStore({ storage: createMemoryStorage() });
  const server = await unwrap(startSessionServer({ store, apiKeys: ['main-key'] }));
  onTestFinished(() => unwrap(server.close()));
  const origin = server.testing.url.replace('/_testing', '');

  /** Replaces the parts that differ from run to run by those that the page shows. */
  const shown = (text: string) =>
    text
      .replaceAll(origin, 'http://127.0.0.1:8080')
      .replaceAll(origin.replace('http://', ''), '127.0.0.1:8080')
      .replaceAll(id, '5f2b8c1d9e3a7046')
      .replaceAll(apiKey, '0c9d6f5e4b3a2918f7e6d5c4b3a29180')
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '2026-11-25T09:00:00.000Z');
  let [id, apiKey] = ['', ''];
  const parts: string[] = [];
  for (const { method, path, summary, example } of sessionRoutes) {
    const target = `/_testing${path.replace('{id}', id)}${example.query === undefined ? '' : `?${example.query}`}`;
    const body = example.body === undefined ? undefined : JSON.stringify(example.body, null, 2);
    const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const headers = { Authorization: `Bearer ${server.testing.token}`, ...type };
    const answer = await fetch(`${origin}${target}`, { method, headers, ...(body !== undefined && { body }) });
    const text = await answer.text();
    const value: unknown = text === '' ? undefined : JSON.parse(text);
    if (path === '/sessions' && method === 'POST') {
      ({ id, apiKey } = value as { id: string; apiKey: string });
      await createRex(`${origin}/_testing/sessions/${id}/v1/pets`, apiKey);
    }
    const lines = [
      `${method} ${target}`,
      'Authorization: Bearer <TOKEN>',
      ...Object.entries(type).map((field) => field.join(': ')),
    ];
    const request = [...lines, ...(body === undefined ? [] : ['', body])].join('\n');
    const status = `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}`;
    const response = [status, ...(value === undefined ? [] : ['', JSON.stringify(value, null, 2)])].join('\n');
    parts.push(
      `### ${method} /_testing${path}\n\n${summary}\n\n\`\`\`http\n${shown(request)}\n\`\`\`\n\n\`\`\`http\n${shown(response)}\n\`\`\``,
    );
  }

  const heading = /^## The calls\n[^#]*/m.exec(page)?.[0] ?? '';
  const start = page.slice(0, page.indexOf(heading) + heading.length).trimEnd();
  const text = `${start}\n\n${parts.join('\n\n')}\n`;
  const formatted = await prettier.format(text, { ...(await prettier.resolveConfig(path)), filepath: path });
  await expect(formatted).toMatchFileSnapshot(path);
});

/** Sends a request for the list of requests. It does not use fetch, whose header fields differ between versions of Node. */
function createRex(url: string, apiKey: string): Promise<unknown> {
  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
  return new Promise((resolve) => {
    request(url, { method: 'POST', headers }, (answer) => answer.resume().on('end', resolve)).end(
      '{"name":"Rex","categoryId":1}',
    );
  });
}

test('the table of the page has every option of a session', () => {
  const [, table = ''] = /^## The options of a session\n([^#]*)/m.exec(page) ?? [];
  const named = [...table.matchAll(/^\| (`.*?`) +\|/gm)].flatMap(([, cell = '']) =>
    cell.replaceAll('`', '').split(', '),
  );
  const body = sessionRoutes.find(({ name }) => name === 'openSession')?.body;
  const refused = body?.safeParse({ unknown: 1 }).error?.issues[0]?.message ?? '';
  const [, fields = ''] = /its fields are (.*)$/.exec(refused) ?? [];
  expect(named.sort()).toEqual(fields.split(', ').sort());
});
