// Takes the pictures of the README: /docs and the HTML report of a run, in light and in dark. It needs a build.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { chromium, provideChromium } from '../../test/support/chromium/provide-chromium.ts';

const root = join(import.meta.dirname, '../..');
const petstore = join(root, 'packages/petstore-kit/dist/main.js');
const maxBytes = 100_000;

const folder = mkdtempSync(join(tmpdir(), 'petstore-pictures-'));
const report = join(folder, 'report.html');
// A client that passes some cases and fails others shows what a report is for. The command then ends with a status of its own.
try {
  const args = [petstore, 'conformance', 'run', '--command', 'python3 adapter.py', '--html', report];
  execFileSync(process.execPath, args, { cwd: join(root, 'examples/conformance/python') });
} catch (error) {
  if (!(error instanceof Error && 'status' in error && error.status === 1)) throw error;
}

const server = spawn(process.execPath, [petstore, '--json', '--port', '0', '--storage', 'memory', '--api-key', 'dev'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [line] = (await once(createInterface({ input: server.stdout }), 'line')) as [string];
const { docs } = JSON.parse(line) as { readonly docs: string };
const browser = await chromium.launch({ ...(await provideChromium()), args: ['--no-sandbox', '--disable-gpu'] });
try {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [name, address] of [
      ['docs', docs],
      ['verdict', pathToFileURL(report).href],
    ] as const) {
      // A README is some 830 pixels wide: a picture of 960 stays small, and its text is as sharp there.
      const page = await browser.newPage({
        colorScheme,
        viewport: { width: 1280, height: 800 },
        deviceScaleFactor: 0.75,
      });
      await page.goto(address);
      // A test compares the number of cases in the picture with today's.
      if (name === 'verdict')
        writeFileSync(join(import.meta.dirname, 'verdict.txt'), `${await page.locator('details').count()} cases\n`);
      const path = join(import.meta.dirname, `${name}-${colorScheme}.png`);
      await page.screenshot({ path });
      const { size } = statSync(path);
      if (size > maxBytes)
        throw new Error(`${path} has ${String(size)} bytes: at most ${String(maxBytes)} are allowed.`);
      console.log(`${path}: ${String(size)} bytes`);
    }
  }
} finally {
  await browser.close();
  server.kill();
  rmSync(folder, { recursive: true });
}
