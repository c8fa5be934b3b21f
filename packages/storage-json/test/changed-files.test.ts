import { appendFile, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { insert, list, open } from './opened.ts';
import { petFilePaths } from './pet-file-paths.ts';

const newPath = await petFilePaths();
const rex = { name: 'Rex', categoryId: 1 };

describe('a file that another program changed while it is open is never written to again', () => {
  const changed = 'was changed or replaced by another program';

  const changes: readonly (readonly [what: string, change: (path: string) => unknown])[] = [
    ['appended to', (path) => appendFile(path, '\n')],
    ['rewritten', (path) => writeFile(path, '{"pets":[]}')],
    ['emptied', (path) => writeFile(path, '')],
    ['rewritten at the same length', (path) => changeOneByte(path)],
    ['removed', (path) => rm(path)],
    ['replaced by a copy of itself', (path) => replace(path)],
  ];

  for (const content of [undefined, '{ "pets": [] }']) {
    for (const [what, change] of changes) {
      test(`${what}, ${content === undefined ? 'after a creation' : 'before it is rewritten'}`, async () => {
        const path = await newPath(content);
        const storage = await open(path);
        if (content === undefined) await insert(storage, rex);
        const before = await list(storage);
        await clockTick(path);
        await change(path);
        const after = await readContent(path);

        for (let i = 0; i < 2; i++) {
          const failure = (await storage.insert(rex))._unsafeUnwrapErr();
          expect(failure.message).toContain(`The pet file ${path} ${changed}`);
          expect(failure.message).toContain('restart the server');
          expect(failure.outcome).toBe('not_created');
        }
        expect(await list(storage)).toEqual(before);
        expect((await storage.close()).isOk()).toBe(true);
        expect(await readContent(path)).toBe(after);
      });
    }
  }

  test('nor is the new target of a symbolic link', async () => {
    const [first, second] = [await newPath(), await newPath('{"pets":[]}')];
    const link = `${first}.link`;
    await symlink(first, link);
    const storage = await open(link);
    await rm(link);
    await symlink(second, link);
    expect((await storage.insert(rex))._unsafeUnwrapErr().message).toContain(`The pet file ${link} ${changed}`);
    expect(await readFile(second, 'utf8')).toBe('{"pets":[]}');
  });
});

/** Waits until a change of the file would get a later time than its last change. The clock of a file system ticks slowly. */
async function clockTick(path: string): Promise<void> {
  const probe = `${path}.probe`;
  const time = async (file: string) => (await stat(file, { bigint: true })).mtimeNs;
  const last = await time(path);
  do await writeFile(probe, '');
  while ((await time(probe)) <= last);
  await rm(probe);
}

/** Rewrites a file with one byte changed. */
async function changeOneByte(path: string): Promise<void> {
  await writeFile(path, (await readFile(path, 'utf8')).replace(/[Rs]/, 'M'));
}

async function replace(path: string): Promise<void> {
  await writeFile(`${path}.new`, await readFile(path));
  await rename(`${path}.new`, path);
}

/** Reads a file. Returns `undefined` if it is missing. */
async function readContent(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined);
}
