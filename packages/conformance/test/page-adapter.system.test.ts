import { bundleProgram, quoteShellWords } from '@petstore/test-support/program';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

test('the adapter of the page fails as the page says', async () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/checking-a-client.md'), 'utf8');
  const [, adapter = ''] = /^```js\n(.*?)^```$/ms.exec(page) ?? [];
  const [, failed] = /and says why: cases ([\d, and]+)/.exec(page) ?? [];
  const folder = await mkdtemp(join(tmpdir(), 'petstore-page-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'adapter.mjs'), adapter);
  const program = await bundleProgram(join(import.meta.dirname, '../../petstore-kit/src/main.ts'));
  const command = quoteShellWords(process.execPath, 'adapter.mjs');
  const { status, stdout } = spawnSync(process.execPath, [program, 'conformance', 'run', '--command', command], {
    cwd: folder,
    encoding: 'utf8',
  });
  const [, shown = ''] = /^Failed: (.*)\nExit code 1$/ms.exec(stdout) ?? [];
  expect(shown.match(/(?<=^|,\s)\d+/g)).toEqual(failed?.split(/, | and /));
  expect(status).toBe(1);
});
