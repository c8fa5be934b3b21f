import { bundleProgram, quoteShellWords } from '@petstore/test-support/program';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from './adapters.ts';

test('the adapter of the page fails as the page says', async () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/checking-a-client.md'), 'utf8');
  const [, adapter = ''] = /^```js\n(.*?)^```$/ms.exec(page) ?? [];
  const [, failed] = /and says why: cases ([\d, and]+)/.exec(page) ?? [];
  const folder = await makeFolder();
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
