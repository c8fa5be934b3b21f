import { bundleProgram } from '@petstore/test-support/program';
import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Client } from './client.ts';
import { clients } from './clients.ts';
import { environment, folderOf } from './judge.ts';

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
function isReady({ language }: Client): boolean {
  const cwd = folderOf(language);
  const folder = installed[language.name];
  if (folder) return existsSync(join(cwd, folder));
  return spawnSync('sh', ['-c', language.needs ?? language.version], { cwd }).status === 0;
}

describe.concurrent('each adapter in a language that needs no compiler', async () => {
  const program = await bundleProgram(join(import.meta.dirname, '../packages/petstore-kit/src/main.ts'));

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
