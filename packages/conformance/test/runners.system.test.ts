// The lines of the guide for clientContract, in four test runners with their own defaults.
import { build } from 'esbuild';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { makeFolder } from './adapters.ts';

const root = join(import.meta.dirname, '../../..');
const guide = readFileSync(join(root, 'docs/checking-a-client.md'), 'utf8');

/**
 * Case 33 waits longer than most runners allow: without the time limit of the guide it fails. On an overloaded machine it is skipped.
 * Case 44 needs HEAD, which this client does not declare.
 */
const contract = `
  import { clientContract as all } from ${JSON.stringify(join(root, 'packages/conformance/src/index.ts'))};
  import { createFixture } from ${JSON.stringify(join(import.meta.dirname, 'right-client.ts'))};
  export const clientContract = all.filter((check) => check.case === 44 || check.case === 33);
  export const fixture = { connect: createFixture().connect, capabilities: ['timeout'] };
`;

let bundle = '';
beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: { contents: contract, resolveDir: root },
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
  bundle = outputFiles[0]?.text ?? expect.unreachable();
});

/** Runs the lines of the guide for a runner. Returns what the runner prints. */
async function run(name: string, imports: string, args: (file: string, folder: string) => readonly string[], env = {}) {
  const [, lines] = new RegExp(`(?:^|and )${name}\\b[^]*?\n\`\`\`js\n([^]*?)^\`\`\``, 'm').exec(guide) ?? [];
  const folder = await makeFolder();
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{}');
  await writeFile(join(folder, 'contract.mjs'), bundle);
  const file = join(folder, 'client.test.mjs');
  await writeFile(
    file,
    `${imports}import { clientContract, fixture } from './contract.mjs';\n${lines ?? expect.unreachable()}`,
  );
  const { NODE_OPTIONS: _, VITEST: __, ...environment } = process.env;
  return new Promise<string>((resolve) => {
    const options = { cwd: folder, env: { ...environment, ...env, NO_COLOR: '1' } };
    execFile(process.execPath, args(file, folder), options, (error, stdout, stderr) => {
      resolve(`${stdout}\n${stderr}\nexit code ${error === null ? 0 : String(error.code)}`);
    });
  });
}

const tools = join(root, 'test/matrix/node_modules');

test('Vitest judges one check and skips the other', async () => {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const args = (_: string, folder: string) => [vitest, 'run', '--root', folder];
  const printed = await run('Vitest', `import { test } from 'vitest';\n`, args);
  expect(printed).toMatch(/Tests +(?:1 passed \| 1|2) skipped \(2\)[^]*exit code 0$/);
});

test('node:test judges one check and skips the other', async () => {
  const args = (file: string) => ['--test', '--test-reporter=tap', file];
  const printed = await run('node:test', `import { test } from 'node:test';\n`, args);
  expect(printed).toMatch(/^# tests 2$[^]*^# fail 0$[^]*^# cancelled 0$[^]*^# skipped [12]$[^]*exit code 0$/m);
});

test.skipIf(!existsSync(join(tools, 'mocha')))(
  'Mocha judges one check and skips the other (this test needs npm ci --prefix test/matrix)',
  async () => {
    const printed = await run('Mocha', '', (file) => [join(tools, 'mocha/bin/mocha.js'), file]);
    expect(printed).toMatch(/(?:1 passing[^]*1|0 passing[^]*2) pending[^]*exit code 0$/);
  },
);

test.skipIf(!existsSync(join(tools, 'jest')))(
  'Jest judges one check and skips the other (this test needs npm ci --prefix test/matrix)',
  async () => {
    const args = (_: string, folder: string) => [join(tools, 'jest/bin/jest.js'), '--rootDir', folder];
    const printed = await run('Jest', '', args, { NODE_OPTIONS: '--experimental-vm-modules' });
    expect(printed).toMatch(/Tests: +(?:1 skipped, 1 passed|2 skipped), 2 total[^]*exit code 0$/);
  },
);
