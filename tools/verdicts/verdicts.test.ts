import { bundleProgram } from '@petstore/test-support/program';
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { clients } from './clients.ts';
import { environment, folderOf } from './judge.ts';
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

/** The clients in languages that need no compiler, but for generated ones. */
const interpreted = clients.filter(
  ({ language, build }) => ['JavaScript', 'Python'].includes(language.name) && build === undefined,
);

describe.concurrent('each adapter in JavaScript and Python', async () => {
  const program = await bundleProgram(join(import.meta.dirname, '../../packages/petstore-kit/src/main.ts'));

  for (const { id, language, command } of interpreted) {
    const cwd = folderOf(language);
    const isInstalled = existsSync(join(cwd, language.name === 'JavaScript' ? 'node_modules' : '.venv'));
    test.skipIf(!isInstalled && command !== 'node fetch.js')(
      `${id} adds a pet, lists it and gets it (run npm run verdicts -- ${id} first)`,
      async () => {
        const args = ['conformance', 'run', '--only', '1,4,48', '--start-timeout', '120', '--command', command];
        const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], {
          cwd,
          env: environment(cwd),
        });
        expect(stdout).toContain('None of 3 judged cases failed.');
      },
    );
  }
});
