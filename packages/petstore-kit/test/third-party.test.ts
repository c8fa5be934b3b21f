import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../../../', import.meta.url);
const notices = readFileSync(new URL('../THIRD-PARTY.md', import.meta.url), 'utf8');

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>;
};
/** Packages that are installed beside the command, because they look for their own files. */
const external = ['fs-native-extensions', 'pg'];

test('THIRD-PARTY.md has the license of each package whose code is in the build, and no other', () => {
  const bundled = Object.keys(manifest.dependencies).filter((name) => !external.includes(name));
  expect(notices.match(/^## .+$/gm)).toEqual(bundled.sort().map((name) => `## ${name}`));
  for (const name of bundled) expect(notices).toContain(readLicense(name));
});

function readLicense(name: string): string {
  const folder = new URL(`node_modules/${name}/`, root);
  const file = readdirSync(folder).find((entry) => /^license/i.test(entry));
  return readFileSync(new URL(file ?? 'LICENSE', folder), 'utf8').trim();
}
