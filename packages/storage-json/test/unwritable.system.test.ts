import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { unwrap, type Pet } from '@petstore/core';
import { afterAll, describe, expect, test } from 'vitest';
import { openJsonStorage } from '../src/index.ts';
import { attempt, mount, mountRamDisk, whySkipped, withoutPrivileges } from './mounts.ts';
import { insert } from './opened.ts';
import { petFilePaths } from './pet-file-paths.ts';
import { createAs } from './start-child.ts';

const newPath = await petFilePaths();
const rex = { name: 'Rex', categoryId: 1 };
const [first, second]: readonly Pet[] = [
  { id: 1, ...rex },
  { id: 2, ...rex },
] as const;
const byHand = `{ "pets": [ ${JSON.stringify(first)} ] }`;
const ours = `{"pets":[\n${JSON.stringify(first)}\n]}\n`;

/** A place where a file can be written to, but not replaced. */
interface Place {
  readonly what: string;
  /** Creates a file there and returns its path. Throws if this machine has no such place. */
  readonly make: (content: string) => string;
  /** What a failure says: what to do, and why. */
  readonly expected: RegExp;
}

let count = 0;
const folders = await newPath();
mkdirSync(folders);
const newFolder = () => {
  const folder = join(folders, String(++count));
  mkdirSync(folder);
  return folder;
};

const places: readonly Place[] = [
  {
    what: 'a file that is mounted by itself, as into a container',
    make(content) {
      const [source, path] = [join(newFolder(), 'pets of the host.json'), join(newFolder(), 'pets.json')];
      writeFileSync(source, content);
      chmodSync(source, 0o666);
      writeFileSync(path, '');
      chmodSync(dirname(path), 0o777);
      mount(['--bind', source], path);
      return path;
    },
    expected: /cannot be rewritten: mount its folder and not the file alone \(EBUSY/,
  },
  {
    what: 'a symbolic link to a writable file in a folder that is not',
    make(content) {
      const link = join(newFolder(), 'link.json');
      chmodSync(dirname(link), 0o777);
      symlinkSync(writableFile(newFolder(), 'pets.json', content), link);
      return link;
    },
    expected: /cannot be rewritten: let this user write to its folder \(EACCES/,
  },
  {
    what: 'a writable file of another user in a folder with the sticky bit, as /tmp has it',
    make(content) {
      const path = writableFile(newFolder(), 'pets.json', content);
      if (process.geteuid?.() !== 0) throw new Error('only root can give files to other users');
      chownSync(path, 1234, 1234);
      chmodSync(dirname(path), 0o1777);
      return path;
    },
    expected: /cannot be rewritten: let this user replace the files of its folder \(EPERM/,
  },
  {
    what: 'a file whose name is so long that no longer one can stand beside it',
    make(content) {
      const path = writableFile(newFolder(), `${'x'.repeat(246)}.json`, content);
      chmodSync(dirname(path), 0o777);
      return path;
    },
    expected: /cannot be rewritten: give it a shorter name \(ENAMETOOLONG/,
  },
];

for (const { what, make, expected } of places) {
  const attempted = attempt(() => ({ byHand: make(byHand), ours: make(ours) }));
  const paths = attempted.unwrapOr({ byHand: '', ours: '' });

  describe.skipIf(attempted.isErr())(`${what}${whySkipped(attempted)}`, () => {
    test('gets no pet if it is laid out by hand, and is left as it is, with what to do', async () => {
      const path = paths.byHand;
      expect(await createWithoutPrivileges(path)).toMatch(expected);
      expect(readFileSync(path, 'utf8')).toBe(byHand);
      expect(readdirSync(dirname(path))).toHaveLength(1);
    });

    test('gets new pets if it is laid out one pet to a line', async () => {
      await withoutPrivileges(async () => {
        await using storage = await unwrap(openJsonStorage(paths.ours));
        expect(await insert(storage, rex)).toEqual(second);
      });
      expect(readFileSync(paths.ours, 'utf8')).toBe(
        `{"pets":[\n${JSON.stringify(first)},\n${JSON.stringify(second)}\n]}\n`,
      );
    });
  });
}

test('a torn file is refused, with what to do, if its torn end cannot be kept beside it', async () => {
  const torn = `${ours.slice(0, -4)},\n{"id`;
  const path = writableFile(newFolder(), 'pets.json', torn);
  const { message } = (await withoutPrivileges(async () => openJsonStorage(path)))._unsafeUnwrapErr();
  expect(message).toMatch(/is torn, and its torn end cannot be kept .*: let this user write to its folder.*\(EACCES/);
  expect(readFileSync(path, 'utf8')).toBe(torn);
});

const ramDisk = attempt(mountRamDisk);
test.skipIf(ramDisk.isErr())(
  `a file that is laid out by hand takes no pet on a disk without room for another one${whySkipped(ramDisk)}`,
  async () => {
    const path = join(unwrap(ramDisk), 'pets.json');
    const large = byHand.replace('Rex', 'x'.repeat(80_000));
    writeFileSync(path, large);
    await using storage = await unwrap(openJsonStorage(path));
    const { message, outcome } = (await storage.insert(rex))._unsafeUnwrapErr();
    expect(message).toMatch(/cannot be rewritten: make room \(ENOSPC/);
    expect(outcome).toBe('not_created');
    expect(readFileSync(path, 'utf8')).toBe(large);
    expect(readdirSync(dirname(path))).toEqual(['pets.json']);
  },
);

describe('a file that can be read but not written to is refused, with how to serve its pets from memory:', () => {
  const readOnlyDisk = attempt(() => {
    const folder = mountRamDisk();
    writeFileSync(join(folder, 'pets.json'), ours);
    execFileSync('mount', ['-o', 'remount,ro', folder], { stdio: 'pipe' });
    return join(folder, 'pets.json');
  });
  const immutable = attempt(() => {
    const path = writableFile(newFolder(), 'pets.json', ours);
    execFileSync('chattr', ['+i', path], { stdio: 'pipe' });
    afterAll(() => execFileSync('chattr', ['-i', path])); // so that it can be removed
    return path;
  });

  const cases = [
    ['its mode', /EACCES/, attempt(readOnlyFile)],
    ['its file system', /EROFS/, readOnlyDisk],
    ['its attribute', /EPERM/, immutable],
  ] as const;
  for (const [what, expected, attempted] of cases) {
    test.skipIf(attempted.isErr())(`because of ${what}${whySkipped(attempted)}`, async () => {
      const path = unwrap(attempted);
      const { message } = (await withoutPrivileges(async () => openJsonStorage(path)))._unsafeUnwrapErr();
      expect(message).toContain(`The pet file ${path} cannot be written to`);
      expect(message).toContain(`petstore-kit --storage memory --seed "${path}"`);
      expect(message).toMatch(expected);
    });
  }
});

/** Creates a pet as a user who is not root. Not `withoutPrivileges`: the system is asked what the real user of a process may do. */
async function createWithoutPrivileges(path: string): Promise<string> {
  if (process.getuid?.() === 0) return createAs(65534, [], path);
  const created = await openJsonStorage(path).andThen((storage) => storage.insert(rex));
  return created.match(
    () => 'created',
    ({ message }) => message,
  );
}

function readOnlyFile(): string {
  const path = writableFile(newFolder(), 'pets.json', ours);
  chmodSync(path, 0o444);
  return path;
}

/** Makes a file that every user may write to, in a folder that nobody but root may write to. */
function writableFile(folder: string, name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  chmodSync(path, 0o666);
  chmodSync(folder, 0o555);
  afterAll(() => {
    chmodSync(folder, 0o755); // so that it can be removed
  });
  return path;
}
