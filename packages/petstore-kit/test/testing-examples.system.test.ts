// Runs the examples of tests in other languages and runners, in a folder whose node_modules has `petstore-kit`.
import { bundleProgram, quoteShellWords } from '@petstore/test-support/program';
import { execFile, spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { snippetsIn } from '../../../test/documents.ts';
import { program } from './running-command.ts';

const examples = join(import.meta.dirname, '../../../examples/testing');

let folder: string;
/** The same, where nothing is installed. */
let emptyFolder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'petstore-languages-'));
  emptyFolder = await mkdtemp(join(tmpdir(), 'petstore-missing-'));
  for (const copy of [folder, emptyFolder]) await cp(examples, copy, { recursive: true });
  await mkdir(join(folder, 'node_modules/.bin'), { recursive: true });
  const command = `#!/bin/sh\nexec ${quoteShellWords(process.execPath, program)} "$@"\n`;
  await writeFile(join(folder, 'node_modules/.bin/petstore-kit'), command, { mode: 0o755 });
  for (const name of ['conftest.py', 'test_store.py']) {
    const [{ code } = { code: '' }] = snippetsIn(`python ${name}`);
    await writeFile(join(folder, name), code);
  }
});
afterAll(async () => {
  for (const copy of [folder, emptyFolder]) await rm(copy, { recursive: true });
});

const { NODE_TEST_CONTEXT, ...inherited } = process.env;
const environment: NodeJS.ProcessEnv = {
  ...Object.fromEntries(Object.entries(inherited).filter(([name]) => !name.startsWith('PETSTORE_'))),
  ...{ GOTOOLCHAIN: 'local', GOPROXY: 'off', PYTHONDONTWRITEBYTECODE: '1' },
  ...{ npm_config_registry: 'http://127.0.0.1:9', npm_config_fetch_retries: '0' }, // nothing listens there
};

/** Runs an example; rejects if it fails. Returns what it prints. */
async function run(command: string, ...args: readonly string[]): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(command, args, { cwd: folder, env: environment });
  return `${stdout}${stderr}`;
}

/**
 * Runs an example that must fail. Returns what it prints. The example prints into a file, because a pipe may lose a part: Node makes
 * the pipe non-blocking for Python too, and Python drops what a full pipe does not take.
 */
function runFailing(cwd: string, env: NodeJS.ProcessEnv, command: string, ...args: readonly string[]): string {
  const file = join(folder, 'printed.txt');
  const output = openSync(file, 'w');
  const { status } = spawnSync(command, args, { cwd, env, stdio: ['ignore', output, output] });
  closeSync(output);
  expect(status).not.toBe(0);
  return readFileSync(file, 'utf8');
}

/** Whether a program can be run here. */
const has = (name: string, ...version: readonly string[]) => spawnSync(name, version).status === 0;

const hasPython = has('python3', '--version');
/** To compile its example takes seconds. */
const runsGo = has('go', 'version');

test.skipIf(!hasPython)('the example in Python passes (this test needs python3)', async () => {
  expect(await run('python3', '-m', 'unittest', 'test_create_pet.py')).toMatch(/^Ran 3 tests .*\n\nOK$/m);
});

test.skipIf(!has('python3', '-m', 'pytest', '--version'))(
  'the fixtures and the tests of docs/python-and-go.md pass (this test needs pytest)',
  async () => {
    expect(await run('python3', '-m', 'pytest', '-p', 'no:cacheprovider', 'test_store.py')).toContain('2 passed');
  },
);

test.skipIf(!runsGo)(`the example in Go passes (this test needs go)`, async () => {
  const printed = await run('go', 'test', '-count=1', '-vet=off', '-v', '.');
  expect(printed.match(/^ *--- PASS: /gm)).toHaveLength(3);
});

test.skipIf(!has('curl', '--version'))('the example in a shell passes (this test needs curl)', async () => {
  expect(await run('sh', 'create-pet.sh')).toBe('ok\n');
});

const noNode = 'npx is not on the PATH: install Node 20 or later';
const notInstalled = 'petstore-kit did not start: run `npm ci` where your package.json is, and read what stands above';
const withoutPath = { ...environment, PATH: '' };

test.skipIf(!has('curl', '--version'))('the example in a shell says what is missing (this test needs curl)', () => {
  expect(runFailing(folder, withoutPath, '/bin/sh', 'create-pet.sh')).toBe(`${noNode}\n`);
  const printed = runFailing(emptyFolder, environment, '/bin/sh', 'create-pet.sh');
  expect(printed).toContain(`\n${notInstalled}\n`);
  expect(printed).not.toContain('ECONNREFUSED'); // npx has asked no registry
});

test.skipIf(!hasPython)('the example in Python says what is missing (this test needs python3)', async () => {
  const python = (await run('python3', '-c', 'import sys; print(sys.executable)')).trim();
  const args = [python, '-m', 'unittest', 'test_create_pet.py'] as const;
  expect(runFailing(folder, withoutPath, ...args)).toContain(`\nRuntimeError: ${noNode}\n`);
  const printed = runFailing(emptyFolder, environment, ...args);
  expect(printed).toContain(`\nRuntimeError: ${notInstalled}\n`);
  expect(printed).not.toContain('ECONNREFUSED'); // npx has asked no registry
});

const misspelt = 'script[0].operation must be one of listPets, createPet, getPet';

test.skipIf(!hasPython)('the example in Python says why a session is refused (this test needs python3)', () => {
  const code = 'import petstore\npetstore.Server().open_session().script({"operation": "creatPet"})';
  expect(runFailing(folder, environment, 'python3', '-c', code)).toContain(`\nRuntimeError: ${misspelt}`);
});

test.skipIf(!has('curl', '--version'))(
  'the example in a shell says why a session is refused (this test needs curl)',
  async () => {
    const script = await readFile(join(examples, 'create-pet.sh'), 'utf8');
    await writeFile(join(folder, 'misspelt.sh'), script.replace('"operation":"createPet"', '"operation":"creatPet"'));
    expect(runFailing(folder, environment, 'sh', 'misspelt.sh')).toContain(misspelt);
  },
);

test.skipIf(!runsGo)(`the example in Go says what is missing (this test needs go)`, async () => {
  await run('go', 'test', '-c', '-o', 'built.test', '.');
  const built = join(folder, 'built.test');
  expect(runFailing(folder, withoutPath, built)).toBe(`${noNode}\n`);
  expect(runFailing(emptyFolder, environment, built)).toContain(`\n${notInstalled}\n`);
});

test('the example with node:test passes', async () => {
  const bundled = await bundleProgram(join(examples, 'node-test.ts'));
  expect(await run(process.execPath, '--test', '--test-reporter=tap', bundled)).toMatch(/^# pass 1\n# fail 0$/m);
});
