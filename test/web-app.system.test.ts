// The example of a web page, as a reader has it: a folder of its own, with the built package in its node_modules. Its tools have a lock
// file of their own in examples/web, because they weigh 160 MB.
import { describeInChromium } from '@petstore/test-support/chromium';
import { findFreePort } from '@petstore/test-support/postgres';
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { root } from './documents.ts';
import { killGroup, startInstalledCommand } from './installed-command.ts';
import { environment } from './installed-project.ts';

const home = join(root, 'examples/web');
const isInstalled = existsSync(join(home, 'node_modules'));

describe.skipIf(!isInstalled)('the example of a web page (run npm ci in examples/web first)', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'petstore-web-'));
    await cp(home, folder, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !/pets\.json$|dist$|\.vite$/.test(path) || path.includes('node_modules/'),
    });
    await symlink(join(root, 'packages/petstore-kit'), join(folder, 'node_modules/petstore-kit'), 'junction');
    await symlink('../petstore-kit/dist/main.js', join(folder, 'node_modules/.bin/petstore-kit'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** Runs npm in the folder. Returns what it prints. */
  const npm = async (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
    (await promisify(execFile)('npm', args, { cwd: folder, env: { ...environment(), ...env } })).stdout;

  test(`has right types`, () => {
    const { status, stdout } = spawnSync(process.execPath, [
      join(root, 'node_modules/typescript-7/bin/tsc'),
      '--project',
      folder,
    ]);
    expect([status, String(stdout)]).toEqual([0, '']);
  });

  test.each(['jsdom', 'happy-dom'])('passes its own tests in %s', async (environment) => {
    const report = await npm(['--silent', 'test', '--', '--reporter=json', `--environment=${environment}`]);
    expect(JSON.parse(report)).toMatchObject({ numPassedTests: 4, numTotalTests: 4 });
  });

  /** Starts a program that serves the page. Returns the address that it prints, and a function that stops it as Ctrl+C does. */
  function serve(args: readonly string[], env: NodeJS.ProcessEnv) {
    const child = spawn('npm', args, {
      cwd: folder,
      detached: true, // a group of its own, as in a terminal
      env: { ...environment(), NO_COLOR: '1', ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'close');
    onTestFinished(() => killGroup(child.pid));
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
    const find = (pattern: RegExp) => pattern.exec(printed)?.[1];
    return {
      /** Waits until a line is printed. Returns its group. */
      async line(pattern: RegExp): Promise<string> {
        while (find(pattern) === undefined) {
          if (child.stdout.closed) throw new Error(`npm ${args.join(' ')} ended: ${printed}`);
          await Promise.race([once(child.stdout, 'data'), exited]);
        }
        return find(pattern) ?? '';
      },
      async stop() {
        killGroup(child.pid, 'SIGINT');
        await exited;
      },
    };
  }

  describeInChromium('in a browser', (openPage) => {
    /** The texts of the list, once it has so many. */
    async function petsOf(page: Page, count: number): Promise<readonly string[]> {
      await page
        .locator('li')
        .nth(count - 1)
        .waitFor();
      return page.locator('li').allInnerTexts();
    }

    async function add(page: Page, name: string) {
      await page.getByLabel('Name').fill(name);
      await page.getByRole('button', { name: 'Add' }).click();
    }

    test('npm start shows the seeded pets, and keeps those that are added', async () => {
      const port = String(await findFreePort());
      const env = { PORT: port, VITE_PETS_URL: `http://127.0.0.1:${port}/v1` };
      const start = async () => {
        const program = serve(['start'], env);
        await program.line(/(Ctrl\+C stops)/);
        return { ...program, address: await program.line(/Local: +(http\S+)/) };
      };
      const first = await start();
      const page = await openPage();
      await page.goto(first.address);
      expect(await petsOf(page, 2)).toEqual(['Rex (available)', 'Mimi (sold)']);
      await add(page, 'Leo');
      expect(await petsOf(page, 3)).toEqual(['Rex (available)', 'Mimi (sold)', 'Leo (available)']);
      await page.goto('about:blank'); // Vite's page would reload itself when the second server answers, and abort the next goto
      await first.stop();
      await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();

      const second = await start();
      await page.goto(second.address);
      expect(await petsOf(page, 3)).toEqual(['Rex (available)', 'Mimi (sold)', 'Leo (available)']);
      await second.stop();
    });

    test('the built page calls the store that it was built for, and says why a pet was not added', async () => {
      const line = 'petstore-kit --port 0 --storage memory --api-key another-key';
      const { address, stop } = await startInstalledCommand(folder, line);
      await npm(['run', 'build'], { VITE_PETS_URL: `http://${address}/v1`, VITE_PETS_KEY: 'another-key' });
      const preview = serve(['exec', '--', 'vite', 'preview', '--host', '127.0.0.1', '--port', '0'], {});
      const page = await openPage();
      await page.goto(await preview.line(/Local: +(http\S+)/));
      await add(page, 'Rex');
      expect(await petsOf(page, 1)).toEqual(['Rex (available)']);
      await add(page, 'R'.repeat(65_536));
      expect(await page.getByRole('alert').innerText()).toBe('The body is longer than the limit of 65536 bytes.');
      await preview.stop();
      await stop();
    });
  });
});
