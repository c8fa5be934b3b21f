import { bundleProgram } from '@petstore/test-support/program';
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Client } from './client.ts';
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

/** What each language that needs no compiler installs here; an empty string if the libraries come with the machine. */
const installed: Readonly<Record<string, string>> = {
  JavaScript: 'node_modules',
  Python: '.venv',
  Ruby: '',
  PHP: '',
  Perl: '',
  shell: '',
};

/** The clients in these languages, but for generated ones. */
const interpreted = clients.filter(({ language, build }) => language.name in installed && build === undefined);

/** Whether the machine has what an adapter needs. */
function isReady({ language, command }: Client): boolean {
  if (command === 'node fetch.js') return true;
  const cwd = folderOf(language);
  const folder = installed[language.name];
  if (folder) return existsSync(join(cwd, folder));
  return spawnSync('sh', ['-c', language.needs ?? language.version], { cwd }).status === 0;
}

describe.concurrent('each adapter in a language that needs no compiler', async () => {
  const program = await bundleProgram(join(import.meta.dirname, '../../packages/petstore-kit/src/main.ts'));

  for (const client of interpreted) {
    const { id, language, command } = client;
    test.skipIf(!isReady(client))(
      `${id} adds a pet, lists it and gets it (this test needs a library that npm run verdicts installs)`,
      async () => {
        const cwd = folderOf(language);
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
