import { expect, test } from 'vitest';
import rules from '../.dependency-cruiser.js';
import { documents, packageFolders } from './documents.ts';

/** The rows of the map in CONTRIBUTING: the package, and what it may import. */
const rows = [
  ...(documents.find(({ path }) => path === 'CONTRIBUTING.md')?.text ?? '').matchAll(
    /^\| \[`([\w-]+)`\]\(packages\/\1\) +\|.*\| ([^|]+?) +\|$/gm,
  ),
].map(([, name = '', imports = '']) => ({ name, imports }));

test('the map has a row for every package', () => {
  expect(rows.map(({ name }) => `packages/${name}`).sort()).toEqual([...packageFolders].sort());
});

test.each(rows)('the map lets $name import what the linter lets it import', ({ name, imports }) => {
  const comment = rules.forbidden?.find((rule) => rule.name === `arrows-of-${name}`)?.comment ?? '';
  const [, allowed = ''] = /may import (.*)\.$/.exec(comment) ?? [];
  const others = packageFolders.map((folder) => folder.slice('packages/'.length)).filter((other) => other !== name);
  const shown = imports.startsWith('all but ')
    ? others.filter((other) => !imports.includes(`\`${other}\``))
    : imports
        .split(', ')
        .map((other) => (other === 'nothing of ours' ? 'no other package' : other.replaceAll('`', '')));
  expect(shown.sort()).toEqual(allowed.split(', ').sort());
});
