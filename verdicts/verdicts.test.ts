import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clients } from './clients.ts';
import { folderOf } from './judge.ts';
import { renderPages } from './page.ts';
import { fileOf, readVerdict } from './verdict.ts';

test('the page and its pictures are what the results render to (npm run verdicts -- --page renders them)', async () => {
  const pages = await renderPages(clients.map((client) => [client, readVerdict(client)]));
  for (const [path, text] of pages) expect(readFileSync(path, 'utf8'), path).toBe(text);
});

test('each client has a name of its own, an adapter, and each result a client', () => {
  const ids = clients.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)]);
  expect(clients.filter((client) => !existsSync(join(folderOf(client.language), client.adapter)))).toEqual([]);
  const files = clients.map((client) => fileOf(client));
  const results = readdirSync(join(import.meta.dirname, 'results')).map((name) =>
    join(import.meta.dirname, 'results', name),
  );
  expect(results.filter((file) => !files.includes(file))).toEqual([]);
});

test('a second row of a client follows its first row', () => {
  const lost = clients.filter(({ name, option }, index) => option !== undefined && clients[index - 1]?.name !== name);
  expect(lost).toEqual([]);
});
