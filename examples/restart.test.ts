import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { program } from './program.ts';

test('each run of the example finds the pets of the runs before', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pets-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'pets.json');
  for (const run of [1, 2, 3]) {
    const { stdout } = await promisify(execFile)(process.execPath, [...program('restart'), file]);
    expect(stdout).toBe(`Added the pet ${run}; the file now lists ${run}.\n`);
  }
  expect(await readFile(file, 'utf8')).toBe(
    '{"pets":[\n' + [1, 2, 3].map((id) => `{"id":${id},"name":"Rex","categoryId":1}`).join(',\n') + '\n]}\n',
  );
});
