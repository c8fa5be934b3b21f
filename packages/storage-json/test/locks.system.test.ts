import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { openJsonStorage } from '../src/index.ts';
import { close, list, open } from './opened.ts';
import { petFilePaths } from './pet-file-paths.ts';
import { startChild } from './start-child.ts';

const newPath = await petFilePaths();

test('a file that another process has open is refused at once, and can be opened when that process is killed', async () => {
  const path = await newPath();
  const child = await startChild('creating-child.ts', path, '0');
  await acknowledgement(child.stdout);

  const failure = (await openJsonStorage(path))._unsafeUnwrapErr();
  expect(failure.message).toContain(`The pet file ${path} is already open, in this process or in another one`);

  child.kill('SIGKILL');
  await once(child, 'exit');
  const storage = await open(path);
  expect((await list(storage)).length).toBeGreaterThan(0);
  await close(storage);
});

const musl = `/lib/ld-musl-${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}.so.1`;

test.runIf(existsSync(musl))('musl has what the lock needs of a C library (this test needs musl)', () => {
  const manifest = createRequire(import.meta.url).resolve('fs-native-extensions/package.json');
  const build = join(dirname(manifest), `prebuilds/linux-${process.arch}/fs-native-extensions.node`);
  const { stderr } = spawnSync(musl, ['--list', build], { encoding: 'utf8' });
  const missing = [...stderr.matchAll(/: (\w+): symbol not found/g)].map(([, name = '']) => name);
  expect(missing).toContain('napi_create_function'); // Node has it
  expect(missing.filter((name) => !/^(napi|uv)_/.test(name))).toEqual([]);
});

/** Waits until the process has reported a pet, after the line that says that the file is open. */
async function acknowledgement(stdout: Readable): Promise<void> {
  let lines = 0;
  await new Promise<void>((resolve) => {
    createInterface({ input: stdout }).on('line', () => {
      if (++lines === 2) resolve();
    });
  });
}
