import { unwrap, type Pet } from '@petstore/core';
import { bundleProgram } from '@petstore/test-support/program';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openJsonStorage } from '../src/index.ts';
import { petFilePaths } from './pet-file-paths.ts';

const newPath = await petFilePaths();

test('a pet file that another process has open is refused at once; when that process is killed, it opens with every pet that was stored', async () => {
  const path = await newPath();
  const program = await bundleProgram(`${import.meta.dirname}/creating-child.ts`);
  const child = spawn(process.execPath, [program, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let stored = '';
  for await (const chunk of child.stdout.setEncoding('utf8') as AsyncIterable<string>) {
    stored += chunk;
    if (child.killed || stored.length < 5_000) continue;
    const { message } = (await openJsonStorage(path))._unsafeUnwrapErr();
    expect(message).toContain(`The pet file ${path} is already open, in this process or in another one`);
    child.kill('SIGKILL');
  }
  expect(child.killed).toBe(true);
  const lines = stored.split('\n').slice(0, -1); // the rest is a line that broke off
  await using storage = await unwrap(openJsonStorage(path, { onTornEnd: () => undefined }));
  expect(await unwrap(storage.list({ limit: 1_000_000 }))).toEqual(
    expect.arrayContaining(lines.map((line) => JSON.parse(line) as Pet)),
  );
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
