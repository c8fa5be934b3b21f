// Takes the pictures of the README: a form of /docs and the HTML report of a run, in light and in dark. It needs a build.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { chromium, provideChromium } from '../../test/support/chromium/provide-chromium.ts';

const root = join(import.meta.dirname, '../..');
const petstore = join(root, 'packages/petstore-kit/dist/main.js');
const maxBytes = 130_000;

const folder = mkdtempSync(join(tmpdir(), 'petstore-pictures-'));
const [report, json] = [join(folder, 'report.html'), join(folder, 'report.json')];
// A client that passes some cases and fails others shows what a report is for. The command then ends with a status of its own.
try {
  const args = [petstore, 'conformance', 'run', '--command', 'python3 adapter.py', '--html', report, '--json', json];
  execFileSync(process.execPath, args, { cwd: join(root, 'examples/conformance/python') });
} catch (error) {
  if (!(error instanceof Error && 'status' in error && error.status === 1)) throw error;
}
// A test compares the number of cases in the picture with today's.
const { checks } = JSON.parse(readFileSync(json, 'utf8')) as { readonly checks: readonly unknown[] };
writeFileSync(join(import.meta.dirname, 'verdict.txt'), `${String(checks.length)} cases\n`);

const server = spawn(process.execPath, [petstore, '--json', '--port', '0', '--storage', 'memory', '--api-key', 'dev'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [line] = (await once(createInterface({ input: server.stdout }), 'line')) as [string];
const { docs } = JSON.parse(line) as { readonly docs: string };

/** Each picture shows what its selectors match first, from the top of the first one to the bottom of the last one. */
const pictures = [
  { name: 'docs', address: docs, send: '#createPet', from: '#createPet form', to: '#createPet .received' },
  { name: 'verdict', address: pathToFileURL(report).href, show: 'Failed', from: '.strip', to: 'article.failed .sides' },
];

const browser = await chromium.launch({ ...(await provideChromium()), args: ['--no-sandbox', '--disable-gpu'] });
try {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const { name, address, send, show, from, to } of pictures) {
      // As wide as a telephone, at twice the resolution. Nothing scrolls: the head of /docs stays above the form.
      const page = await browser.newPage({ colorScheme, viewport: { width: 420, height: 8000 }, deviceScaleFactor: 2 });
      await page.goto(address);
      if (show !== undefined) await page.getByRole('radio', { name: show }).check();
      if (send !== undefined) {
        await page.locator(send).getByRole('button', { name: 'Send' }).click();
        await page.locator(to).waitFor();
        await page.mouse.move(0, 0);
      }
      const [first, last] = await Promise.all([from, to].map((part) => page.locator(part).first().boundingBox()));
      if (!first || !last) throw new Error(`${address} shows no ${from}, or no ${to}.`);
      const clip = { x: 0, y: first.y - 20, width: 420, height: last.y + last.height - first.y + 28 };
      const path = join(import.meta.dirname, `${name}-${colorScheme}.png`);
      await page.screenshot({ path, clip });
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
