import { expect, test } from 'vitest';
import { withFaults, type OperationName } from '../test/faulty-file-system.ts';
import { MemoryDisk } from '../test/memory-disk.ts';
import type { FileStatus, FileSystem, OpenFile } from './file-system.ts';
import { removeTemporaries, replaceFile } from './replace-file.ts';

const realPath = '/home/pets.json';
const [before, content] = ['before', 'after'].map((text) => Buffer.from(text)) as [Buffer, Buffer];

/** Replaces a file whose status differs from that of a new one. */
function replace(fileSystem: FileSystem, differing: Partial<FileStatus> = {}) {
  const replaced = {
    ...{ isFile: true, size: before.length, modified: 1n, device: 1n, inode: 1n, mode: 0o600, owner: 0, group: 0 },
    ...differing,
  };
  const replacement = { realPath, content, replaced, lock: true, confirm: () => Promise.resolve() };
  return replaceFile(fileSystem, replacement);
}

/** A file system whose files have some operations replaced. */
function withOperations(fileSystem: FileSystem, differing: Partial<OpenFile>): FileSystem {
  return {
    ...fileSystem,
    open: async (path, mode) => ({ ...(await fileSystem.open(path, mode)), ...differing }),
  };
}

test('the new file gets the owner and then the mode of the old one, as far as they differ from its own', async () => {
  for (const [differing, asked] of [
    [{}, []],
    [{ owner: 7 }, [[7, 0]]],
    [{ group: 8 }, [[0, 8]]],
    [{ mode: 0o640 }, [0o640]],
    [{ owner: 7, group: 8, mode: 0o640 }, [[7, 8], 0o640]],
  ] as const) {
    const changes: unknown[] = [];
    const fileSystem = withOperations(new MemoryDisk({ [realPath]: before }).fileSystem, {
      setOwner: (...owner) => (changes.push(owner), Promise.resolve()),
      setMode: (mode) => (changes.push(mode), Promise.resolve()),
    });
    await replace(fileSystem, differing);
    expect(changes).toEqual(asked);
  }
});

test.each<OperationName>(['open', 'file.status', 'file.tryLock', 'file.write', 'file.sync', 'rename'])(
  'if %s fails, the old file is unchanged, and the new one is closed and removed',
  async (failing) => {
    const disk = new MemoryDisk({ [realPath]: before });
    const worked: OperationName[] = [];
    let hasFailed = false;
    const fileSystem = withFaults(disk.fileSystem, (operation) => {
      if (operation === failing && !hasFailed) {
        hasFailed = true;
        return 'fails';
      }
      worked.push(operation);
      return 'works';
    });
    await expect(replace(fileSystem)).rejects.toThrow(`EIO: ${failing} `);
    expect(disk.image).toEqual({ [realPath]: Uint8Array.from(before) });
    expect(worked.filter((each) => each === 'file.close')).toEqual(worked.includes('open') ? ['file.close'] : []);
  },
);

test('the temporary files of a file are removed, and no other file', async () => {
  const others = [
    '.pets.json.petstore-temporary',
    '.pets.json.old.0123456789abcdef.petstore-temporary',
    '.pets.json.0123456789abcdef.petstore-temporary.bak',
    'pets.json.0123456789abcdef.petstore-temporary',
  ];
  const names = ['.pets.json.0123456789abcdef.petstore-temporary', 'pets.json', ...others];
  const { fileSystem } = new MemoryDisk(Object.fromEntries(names.map((name) => [`/home/${name}`, before])));
  await removeTemporaries(fileSystem, realPath);
  expect((await fileSystem.list('/home')).toSorted()).toEqual(['pets.json', ...others].toSorted());
});
