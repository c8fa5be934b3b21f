// The files of examples/containers, as far as a test without a container can check them.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { readManifest } from '../../../test/manifest.ts';
import type { CommandOption } from '../src/command/command-line.ts';
import { serverCommand } from '../src/command/server-command.ts';
import { runServer } from './running-command.ts';

const root = join(import.meta.dirname, '../../..');
const folder = join(root, 'examples/containers');
const files = readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
const dockerfile = getText('Dockerfile');

test.each(files)('each variable and option of the store in $name is one of the command', ({ text }) => {
  const options = Object.entries<CommandOption>(serverCommand.options);
  const variables = options.flatMap(([, { variable }]) => variable ?? []);
  expect(variables).toEqual(expect.arrayContaining(text.match(/PETSTORE_\w+/g) ?? []));

  const given = [...text.matchAll(/(?:petstore-kit|npm start --) (--[a-z-]+)/g)].map(([, option]) => option);
  expect(options.map(([name]) => `--${name}`)).toEqual(expect.arrayContaining(given));
});

/** What a container decides itself: where it listens, and that it has no stdin. */
const ofContainer = ['PORT', 'PETSTORE_HOST', 'PETSTORE_EXIT_ON_STDIN_END'];
/** What instances on one database cannot share: a file, and the sessions of one process. */
const ofOneInstance = ['PETSTORE_NO_LOCK', 'PETSTORE_SEED', 'PETSTORE_TESTING', 'PETSTORE_TESTING_TOKEN'];

test.each([
  { name: 'compose.yaml', others: ofContainer },
  { name: 'compose.team.yaml', others: [...ofContainer, ...ofOneInstance] },
])('$name passes on every other variable of the command', ({ name, others }) => {
  const variables = Object.values<CommandOption>(serverCommand.options).flatMap(({ variable }) => variable ?? []);
  const { services } = parse(getText(name)) as { services: Record<string, { environment?: object } | undefined> };
  const { environment = {} } = services.petstore ?? services['petstore-a'] ?? {};
  expect([...Object.keys(environment), ...others].sort()).toEqual(variables.sort());
});

test('the Dockerfile copies the tarball, and starts the command', () => {
  const { name, version = '', bin } = readManifest(join(root, 'packages/petstore-kit'));
  expect(dockerfile).toContain(`COPY package.json package-lock.json ${name}-${version}.tgz ./`);
  expect(dockerfile).toContain(`image.version="${version}"`);
  expect(readExecForm(/^ENTRYPOINT (.*)$/m)).toEqual([`node_modules/.bin/${Object.keys(bin ?? {}).join(' ')}`]);
});

test('the health check exits with 0 while the command runs with the environment of the Dockerfile, and then with 1', async () => {
  const [, pairs = ''] = /^ENV (.*)$/m.exec(dockerfile) ?? [];
  const environment = Object.fromEntries(pairs.split(' ').map((pair) => pair.split('='))) as Record<string, string>;
  const server = await runServer([], { ...environment, PORT: '0', PETSTORE_STORAGE: 'pets.json' });
  const { port } = new URL(server.url);
  expect(runHealthCheck(port)).toBe(0);

  server.child.kill('SIGTERM');
  expect(await server.exited).toBe(0);
  expect(runHealthCheck(port)).toBe(1);
});

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

test.skipIf(!hasSystemd)('systemd accepts the unit (this test needs systemd-analyze)', () => {
  const unit = mkdtempSync(join(tmpdir(), 'petstore-unit-'));
  onTestFinished(() => rmSync(unit, { recursive: true }));
  // The program must exist.
  const text = getText('petstore@.service').replace('/usr/local/bin/petstore-kit', process.execPath);
  writeFileSync(join(unit, 'petstore@.service'), text);
  const instances = ['petstore@8081.service', 'petstore@8082.service'].map((name) => join(unit, name));
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...instances]);
  const complaints = String(stderr)
    .split('\n')
    .filter((line) => line.includes('petstore@'));
  expect([status, complaints]).toEqual([0, []]);
});

test.each([
  ['two instances share no port', 'Environment=PORT=%i'],
  ['two instances share no folder', 'StateDirectory=petstore-%i'],
  ['two instances share no file', 'Environment=PETSTORE_STORAGE=/var/lib/petstore-%i/pets.json'],
  ['a database that is slow to start does not end the attempts', 'StartLimitIntervalSec=0'],
  ['a wrong option ends the attempts', 'RestartPreventExitStatus=2'],
])('of the unit for systemd, %s', (_what, line) => {
  expect(getText('petstore@.service').split('\n')).toContain(line);
});

function getText(name: string): string {
  return files.find((file) => file.name === name)?.text ?? '';
}

/** Reads the command of an instruction of the Dockerfile in its list form, which no shell runs. */
function readExecForm(instruction: RegExp): unknown {
  return JSON.parse(instruction.exec(dockerfile)?.[1] ?? 'null');
}

/** Runs the health check of the Dockerfile, with another port. */
function runHealthCheck(port: string): number | null {
  const [program = '', ...args] = readExecForm(/^HEALTHCHECK .*\\\n +CMD (.*)$/m) as readonly string[];
  expect(program).toBe('node');
  return spawnSync(process.execPath, args, { env: { ...process.env, PORT: port } }).status;
}
