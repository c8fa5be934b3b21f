import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { env, execPath, platform } from 'node:process';
import { expect, onTestFinished, test } from 'vitest';
import { packageFolders, root } from './documents.ts';
import { readManifest, type Manifest } from './manifest.ts';

const manifests = [...packageFolders, 'examples'].map((folder) => ({
  folder,
  manifest: readManifest(join(root, folder)),
}));
const version = manifests[0]?.manifest.version;

function dependenciesOf(manifest: Manifest) {
  const { dependencies, devDependencies, peerDependencies } = manifest;
  return Object.entries({ ...dependencies, ...devDependencies, ...peerDependencies });
}

test.each(manifests)('$folder has the common version, and needs the other packages in it', ({ folder, manifest }) => {
  expect(manifest.version).toBe(folder === 'examples' ? undefined : version);
  const ours = dependenciesOf(manifest).filter(([name]) => name.startsWith('@petstore/'));
  expect(ours.filter(([, needed]) => needed !== version)).toEqual([]);
});

test('packages that share a dependency ask for the same versions of it', () => {
  const asked = new Map<string, Set<string>>();
  for (const { manifest } of manifests) {
    for (const [name, range] of dependenciesOf({ ...manifest, peerDependencies: {} })) {
      asked.set(name, (asked.get(name) ?? new Set()).add(range));
    }
  }
  expect([...asked].filter(([, ranges]) => ranges.size > 1)).toEqual([]);
});

test('the lock file matches every package.json', () => {
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

test.skipIf(platform === 'win32')(
  'the matrix stops if npx runs another version of Node (this test needs a POSIX shell)',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'petstore-npx-'));
    onTestFinished(() => {
      rmSync(folder, { recursive: true });
    });
    writeFileSync(join(folder, 'npx'), '#!/bin/sh\necho v18.20.0 /usr/bin/node\n', { mode: 0o755 });
    const path = [folder, env.PATH].join(delimiter);
    const { status, stdout, stderr } = spawnSync(execPath, ['matrix.js'], {
      cwd: root,
      env: { ...env, PATH: path },
      encoding: 'utf8',
    });
    expect(stderr).toContain('npx ran Node v18.20.0 (/usr/bin/node) instead of 20.');
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  },
);
