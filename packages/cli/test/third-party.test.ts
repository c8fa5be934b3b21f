import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../../../', import.meta.url);
const notices = readFileSync(new URL('../THIRD-PARTY.md', import.meta.url), 'utf8');

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

test('THIRD-PARTY.md has the license of each bundled package, and no other', () => {
  const command = manifestOf('cli');
  const installed = Object.keys(command.dependencies ?? {});
  const own = Object.keys(command.devDependencies ?? {}).filter((name) => name.startsWith('@petstore/'));
  const bundled = own
    .flatMap((name) => Object.keys(manifestOf(name.slice('@petstore/'.length)).dependencies ?? {}))
    .filter((name) => !name.startsWith('@petstore/') && !installed.includes(name));

  expect(notices.match(/^## .+$/gm)).toEqual([...new Set(bundled)].sort().map((name) => `## ${name}`));
  for (const name of bundled) expect(notices).toContain(licenseOf(name));
});

function manifestOf(name: string): Manifest {
  return JSON.parse(readFileSync(new URL(`packages/${name}/package.json`, root), 'utf8')) as Manifest;
}

function licenseOf(name: string): string {
  const folder = new URL(`node_modules/${name}/`, root);
  const file = readdirSync(folder).find((entry) => /^license/i.test(entry));
  return readFileSync(new URL(file ?? 'LICENSE', folder), 'utf8').trim();
}
