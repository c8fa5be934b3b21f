import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageFolders, root } from './documents.ts';
import { readManifest, type Manifest } from './manifest.ts';

const manifests = [...packageFolders, 'examples'].map((folder) => ({
  folder,
  manifest: readManifest(join(root, folder)),
}));
const version = manifests[0]?.manifest.version;

function neededOf(manifest: Manifest) {
  const { dependencies, devDependencies, peerDependencies } = manifest;
  return Object.entries({ ...dependencies, ...devDependencies, ...peerDependencies });
}

test.each(manifests)('$folder has the version of all packages, and needs the others in it', ({ folder, manifest }) => {
  expect(manifest.version).toBe(folder === 'examples' ? undefined : version);
  const ours = neededOf(manifest).filter(([name]) => name.startsWith('@petstore/'));
  expect(ours.filter(([, needed]) => needed !== version)).toEqual([]);
});

test('packages that need the same package of others ask for the same versions of it', () => {
  const asked = new Map<string, Set<string>>();
  for (const { manifest } of manifests) {
    for (const [name, range] of neededOf({ ...manifest, peerDependencies: {} })) {
      asked.set(name, (asked.get(name) ?? new Set()).add(range));
    }
  }
  expect([...asked].filter(([, ranges]) => ranges.size > 1)).toEqual([]);
});

test('the lock file knows every package as it is', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Manifest>;
  };
  for (const { folder, manifest } of manifests) {
    const { dependencies, devDependencies, peerDependencies } = manifest;
    expect(packages[folder]).toMatchObject(
      JSON.parse(JSON.stringify({ version: manifest.version, dependencies, devDependencies, peerDependencies })),
    );
  }
});

test('the changelog begins with the version of the packages', () => {
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const versions = [...changelog.matchAll(/^## \[?([\d.]+)/gm)].map(([, heading]) => heading);
  expect(versions[0]).toBe(version);
});
