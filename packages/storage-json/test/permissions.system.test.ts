import { chmod, chown, link, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { insert, open } from './opened.ts';
import { petFilePaths } from './pet-file-paths.ts';
import { createAs } from './start-child.ts';

const newPath = await petFilePaths();
const byHand = '{ "pets": [] }';
const [user, team, stranger, strangers] = [1001, 2000, 1002, 3000];

const isRoot = process.getuid?.() === 0;
const whySkipped = isRoot ? '' : ' (skipped: only root can give files to other users)';

interface Case {
  readonly what: string;
  /** The owner, the group and the mode of the file before. */
  readonly before: readonly [owner: number, group: number, mode: number];
  /** Further groups of the process. Its own group has the number of the user. */
  readonly groups: readonly number[];
  readonly after: readonly [owner: number, group: number, mode: number];
}

const cases: readonly Case[] = [
  { what: 'its group', before: [stranger, team, 0o664], groups: [team], after: [user, team, 0o664] },
  { what: 'its owner and group', before: [user, team, 0o640], groups: [team], after: [user, team, 0o640] },
  {
    what: 'what its owner may do alone, if the user does not belong to its group',
    before: [stranger, strangers, 0o666],
    groups: [team],
    after: [user, user, 0o600],
  },
];

describe('a file that is rewritten by a user who may not give files away keeps', () => {
  for (const { what, before, groups, after } of cases) {
    test.skipIf(!isRoot)(`${what}: ${shown(before)} becomes ${shown(after)}${whySkipped}`, async () => {
      const path = await newPath(byHand);
      await chmod(dirname(path), 0o777);
      await chown(path, before[0], before[1]);
      await chmod(path, before[2]);
      expect(await createAs(user, groups, path)).toBe('created');
      const { uid, gid, mode } = await stat(path);
      expect(shown([uid, gid, mode & 0o7777])).toBe(shown(after));
    });
  }
});

test('after a rewrite, another hard link keeps the old file', async () => {
  const path = await newPath(byHand);
  await link(path, `${path}.link`);
  const storage = await open(path);
  await insert(storage, { name: 'Rex', categoryId: 1 });
  expect((await storage.close()).isOk()).toBe(true);
  expect(await readFile(`${path}.link`, 'utf8')).toBe(byHand);
});

function shown([owner, group, mode]: readonly [number, number, number]): string {
  return `${owner}:${group} ${mode.toString(8).padStart(4, '0')}`;
}
