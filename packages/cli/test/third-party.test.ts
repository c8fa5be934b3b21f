import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../../../', import.meta.url);
const notices = readFileSync(new URL('../THIRD-PARTY.md', import.meta.url), 'utf8');

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

test('the command tells the license of everything that it holds, and of nothing else', () => {
  const command = manifestOf('cli');
  const installed = Object.keys(command.dependencies ?? {});
  const own = Object.keys(command.devDependencies ?? {}).filter((name) => name.startsWith('@petstore/'));
  const held = own
    .flatMap((name) => Object.keys(manifestOf(name.slice('@petstore/'.length)).dependencies ?? {}))
    .filter((name) => !name.startsWith('@petstore/') && !installed.includes(name));

  expect(notices.match(/^## .+$/gm)).toEqual([...new Set(held)].sort().map((name) => `## ${name}`));
  for (const name of held) expect(notices).toContain(licenseOf(name));
});

function manifestOf(name: string): Manifest {
  return JSON.parse(readFileSync(new URL(`packages/${name}/package.json`, root), 'utf8')) as Manifest;
}

function licenseOf(name: string): string {
  const folder = new URL(`node_modules/${name}/`, root);
  const file = readdirSync(folder).find((entry) => /^license/i.test(entry));
  return readFileSync(new URL(file ?? 'LICENSE', folder), 'utf8').trim();
}
