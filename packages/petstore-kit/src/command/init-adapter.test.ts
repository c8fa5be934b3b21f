import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { expect, onTestFinished, test } from 'vitest';
import { initAdapter, languages } from './init-adapter.ts';

const examples = join(import.meta.dirname, '../../../../examples/conformance');

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-init-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

test.each(languages)('an adapter in %s is copied, and the line that judges it is printed', async (language) => {
  const folder = await makeFolder();
  const printed = (await initAdapter(language, examples, folder))._unsafeUnwrap();
  const [written = ''] = /(?<=^Written: ).*/.exec(printed) ?? [];
  const files = await readdir(folder);
  expect(files.sort()).toEqual(written.split(', ').sort());
  expect(files.join()).toMatch(/adapter[.].*protocol[.]/i);
  const [adapter = ''] = files.filter((file) => /^adapter[.]/i.test(file));
  const [, command = ''] = /--command (.*)\n$/.exec(printed) ?? [];
  expect(await readFile(join(folder, adapter), 'utf8')).toContain(
    `npx petstore-kit conformance run --command ${command.replace('npx tsx', 'node')}`, // the file is written for Node 22.18
  );
});

test.each(['adapter', 'protocol'])('the %s in JavaScript is that in TypeScript without its types', async (name) => {
  const [script = '', typescript = ''] = await Promise.all(
    [`javascript/${name}.mjs`, `typescript/${name}.ts`].map((file) => readFile(join(examples, file), 'utf8')),
  );
  const strip = async (text: string) =>
    (await transform(text, { loader: 'ts', target: 'esnext', minifyWhitespace: true })).code.replaceAll(
      '.ts"',
      '.mjs"',
    );
  expect((await transform(script, { target: 'esnext', minifyWhitespace: true })).code).toBe(await strip(typescript));
});

test('no file is overwritten by an adapter, and nothing is written beside it', async () => {
  const folder = await makeFolder();
  await writeFile(join(folder, 'protocol.py'), 'mine');
  expect((await initAdapter('python', examples, folder))._unsafeUnwrapErr()).toBe(
    'protocol.py is here already, so nothing was written.',
  );
  expect(await readdir(folder)).toEqual(['protocol.py']);
});
