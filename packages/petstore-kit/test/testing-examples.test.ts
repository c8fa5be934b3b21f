// Runs the examples of tests in other languages and runners, with `petstore-kit` on their PATH.
import { bundleProgram, quoteShellWords } from '@petstore/test-support/program';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CommandOption } from '../src/command/command-line.ts';
import { serverCommand } from '../src/command/server-command.ts';
import { program } from './running-command.ts';

const examples = join(import.meta.dirname, '../../../examples/testing');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'petstore-path-'));
  await writeFile(
    join(folder, 'petstore-kit'),
    `#!/bin/sh\nexec ${quoteShellWords(process.execPath, program)} "$@"\n`,
    {
      mode: 0o755,
    },
  );
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs an example; rejects if it fails. Returns what it prints. */
async function run(command: string, ...args: readonly string[]): Promise<string> {
  const { NODE_TEST_CONTEXT, ...others } = process.env;
  const env = Object.fromEntries(Object.entries(others).filter(([name]) => !name.startsWith('PETSTORE_')));
  const path = `${folder}${delimiter}${env.PATH ?? ''}`;
  const local = { GOTOOLCHAIN: 'local', GOPROXY: 'off', PYTHONDONTWRITEBYTECODE: '1' };
  const { stdout, stderr } = await promisify(execFile)(command, args, {
    cwd: examples,
    env: { ...env, ...local, PATH: path },
  });
  return `${stdout}${stderr}`;
}

/** Whether a program can be run here. */
const has = (name: string, ...version: readonly string[]) => spawnSync(name, version).status === 0;

test.skipIf(!has('python3', '--version'))('the example in Python passes (this test needs python3)', async () => {
  expect(await run('python3', '-m', 'unittest', 'test_create_pet.py')).toMatch(/^Ran 5 tests .*\n\nOK$/m);
});

test.skipIf(!has('python3', '--version'))(
  'the server of the example in Python is gone once the test run has crashed (this test needs python3)',
  async () => {
    const crash = `
import os, test_create_pet
test_create_pet.setUpModule()
print(test_create_pet.testing["url"], flush=True)
os._exit(0)`;
    const url = (await run('python3', '-c', crash)).trim();
    expect(url).toMatch(/^http:/);
    const isListening = () =>
      fetch(url).then(
        () => true,
        () => false,
      );
    await expect.poll(isListening).toBe(false);
  },
);

test.skipIf(!has('go', 'version'))('the example in Go passes (this test needs go)', async () => {
  const printed = await run('go', 'test', '-count=1', '-vet=off', '-v', '.');
  expect(printed.match(/^ *--- PASS: /gm)).toHaveLength(6);
});

test.skipIf(!has('curl', '--version'))('the example in a shell passes (this test needs curl)', async () => {
  expect(await run('sh', 'create-pet.sh')).toBe('ok\n');
});

test('the example with node:test passes', async () => {
  const bundled = await bundleProgram(join(examples, 'node-test.ts'));
  expect(await run(process.execPath, '--test', '--test-reporter=tap', bundled)).toMatch(/^# pass 1\n# fail 0$/m);
});

test('the options and variables of the page about sessions exist', async () => {
  const page = await readFile(join(import.meta.dirname, '../../../docs/sessions.md'), 'utf8');
  const named = [...page.matchAll(/--[a-z][a-z-]+|PETSTORE_[A-Z_]+/g)].map(([name]) => name);
  const known = Object.entries<CommandOption>(serverCommand.options).flatMap(([name, { variable }]) => [
    `--${name}`,
    variable,
  ]);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
});
