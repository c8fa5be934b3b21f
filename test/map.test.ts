import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import rules from '../tools/dependency-cruiser.js';
import { documents, packageFolders, root } from './documents.ts';

/** The rows of the map in CONTRIBUTING: the package, and what it may import. */
const rows = [
  ...(documents.find(({ path }) => path === 'CONTRIBUTING.md')?.text ?? '').matchAll(
    /^\| \[`([\w-]+)`\]\(packages\/\1\) +\|.*\| ([^|]+?) +\|$/gm,
  ),
].map(([, name = '', imports = '']) => ({ name, imports }));

test('the map has a row for every package', () => {
  expect(rows.map(({ name }) => `packages/${name}`).sort()).toEqual([...packageFolders].sort());
});

test.each(rows)('the map and the linter allow $name the same imports', ({ name, imports }) => {
  const comment = rules.forbidden?.find((rule) => rule.name === `imports-of-${name}`)?.comment ?? '';
  const [, allowed = ''] = /may import (.*)\.$/.exec(comment) ?? [];
  const shown = imports.replace('nothing of ours', 'no other package').replaceAll('`', '').split(', ');
  expect(shown.sort()).toEqual(allowed.split(', ').sort());
});

test('the root has at most 45 names, and each stands in its table', () => {
  const source = readFileSync(join(root, 'packages/petstore-kit/src/index.ts'), 'utf8');
  const lists = [...source.matchAll(/\{([^}]*)\}/g)].map(([, list = '']) => list);
  const names = lists.flatMap((list) => list.match(/\w+(?=\s*(?:,|$))/g) ?? []);
  expect(names.length).toBeLessThanOrEqual(45);
  const [, table = ''] =
    documents
      .find(({ path }) => path === 'docs/versions.md')
      ?.text.split(/^#.*The names of `petstore-kit`|^The other/m) ?? [];
  expect((table.match(/(?<=`)\w+(?=`)/g) ?? []).sort()).toEqual(names.sort());
});
