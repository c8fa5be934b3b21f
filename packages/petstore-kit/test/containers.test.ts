// The files of examples/containers, as far as a test without a container can check them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readManifest } from '../../../test/manifest.ts';
import type { CommandOption } from '../src/command/command-line.ts';
import { serverCommand } from '../src/command/server-command.ts';
import { runServer } from './running-command.ts';

const root = join(import.meta.dirname, '../../..');
const folder = join(root, 'examples/containers');
const files = readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
const [dockerfile, compose] = [getText('Dockerfile'), getText('compose.yaml')];
const healthCheck = ['node', 'health-check.mjs'];

test.each(files)('each variable and option of the store in $name is one of the command', ({ text }) => {
  const options = Object.entries<CommandOption>(serverCommand.options);
  const variables = options.flatMap(([, { variable }]) => variable ?? []);
  expect(variables).toEqual(expect.arrayContaining(text.match(/PETSTORE_\w+/g) ?? []));

  const given = [...text.matchAll(/(?:petstore-kit|npm start --) (--[a-z-]+)/g)].map(([, option]) => option);
  expect(options.map(([name]) => `--${name}`)).toEqual(expect.arrayContaining(given));
});

test('the Dockerfile copies what exists, runs scripts that exist, and starts the command', () => {
  const { scripts } = readManifest(root);
  expect(dockerfile.match(/(?<=npm run )\w+/g)).toEqual(['build']);
  expect(scripts).toHaveProperty('build');

  const copied = dockerfile.match(/(?<= \/clone\/)\S+/g) ?? [];
  expect(copied).toContain('examples/containers/health-check.mjs');
  for (const path of copied) expect(existsSync(join(root, path)), path).toBe(true);

  const { bin } = readManifest(join(root, 'packages/petstore-kit'));
  expect(readExecForm(/^ENTRYPOINT (.*)$/m)).toEqual([
    'node',
    join('packages/petstore-kit', bin?.['petstore-kit'] ?? ''),
  ]);
});

test('compose builds the image from the clone', () => {
  const [, context = ''] = /context: (.*)/.exec(compose) ?? [];
  const [, path = ''] = /dockerfile: (.*)/.exec(compose) ?? [];
  expect(join(folder, context, path)).toBe(join(folder, 'Dockerfile'));
});

test('the health check exits with 0 while the command runs with the environment of the Dockerfile, and then with 1', async () => {
  expect(readExecForm(/^HEALTHCHECK .* CMD (.*)$/m)).toEqual(healthCheck);
  expect(compose).toContain(`test: [CMD, ${healthCheck.join(', ')}]`);

  const [, pairs = ''] = /^ENV (.*)$/m.exec(dockerfile) ?? [];
  const environment = Object.fromEntries(pairs.split(' ').map((pair) => pair.split('='))) as Record<string, string>;
  const server = await runServer([], { ...environment, PORT: '0', PETSTORE_STORAGE: 'pets.json' });
  const { port } = new URL(server.url);
  expect(await runHealthCheck(port)).toBe(0);

  server.child.kill('SIGTERM');
  expect(await server.exited).toBe(0);
  expect(await runHealthCheck(port)).toBe(1);
});

function getText(name: string): string {
  return files.find((file) => file.name === name)?.text ?? '';
}

/** Reads the command of an instruction of the Dockerfile in its list form, which no shell runs. */
function readExecForm(instruction: RegExp): unknown {
  return JSON.parse(instruction.exec(dockerfile)?.[1] ?? 'null');
}

async function runHealthCheck(port: string): Promise<number> {
  const [, script = ''] = healthCheck;
  const child = spawn(process.execPath, [script], { cwd: folder, env: { PORT: port }, stdio: 'ignore' });
  const [code] = (await once(child, 'close')) as [number];
  return code;
}
