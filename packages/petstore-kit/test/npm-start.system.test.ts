// `npm start` of the repository, in a folder with its script and the command, but without the build.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { readManifest } from '../../../test/manifest.ts';
import { program } from './running-command.ts';

const root = join(import.meta.dirname, '../../..');

test('a kill of npm start ends the server, and frees its port and its file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-npm-start-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { start = '' } = readManifest(root).scripts ?? {};
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'petstore', scripts: { start, build: 'true' } }),
  );
  await mkdir(join(folder, 'packages/petstore-kit/dist'), { recursive: true });
  await symlink(program, join(folder, 'packages/petstore-kit/dist/main.js'));

  const { PATH, HOME } = process.env;
  for (let turn = 1; turn <= 2; turn++) {
    // the second one opens the file of the first
    const args = ['start', '--silent', '--offline', '--', '--json', '--port', '0'];
    const npm = spawn('npm', args, { cwd: folder, env: { PATH, HOME }, stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(createInterface(npm.stdout), 'line')) as [string];
    const { pid, url } = JSON.parse(line) as { pid: number; url: string };
    onTestFinished(() => killIfAlive(pid));
    npm.kill('SIGTERM');
    await once(npm, 'close'); // the server has closed its stdout too
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  }
});

function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it has ended
  }
}
