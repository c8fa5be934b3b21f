import type { BigIntStats } from 'node:fs';
import { expect, test } from 'vitest';
import { withFaults, type OperationName } from '../test/faulty-file-system.ts';
import { MemoryDisk } from '../test/memory-disk.ts';
import type { FileSystem } from './file-system.ts';
import { replaceFile } from './replace-file.ts';

const realPath = '/home/pets.json';
const [before, content] = ['before', 'after'].map((text) => Buffer.from(text)) as [Buffer, Buffer];

/** Replaces a file. */
function replace(fileSystem: FileSystem, lock = true) {
  const tryLock = lock ? () => true : undefined;
  const stat = () => Promise.resolve({ mode: 0o644n, uid: 7n, gid: 8n } as BigIntStats);
  return replaceFile({ ...fileSystem, stat }, realPath, content, tryLock, () => Promise.resolve());
}

test.each<[how: string, chown: (owner: number) => Promise<void>, group: bigint, asked: unknown[]]>([
  ['the owner, the group and the mode', () => Promise.resolve(), 8n, [[7, 8], 0o644]],
  ['the group and the mode', (owner) => (owner === 7 ? fails() : Promise.resolve()), 8n, [[7, 8], [-1, 8], 0o644]],
  ['what the owner may do', fails, 0n, [[7, 8], [-1, 8], 0o600]],
])('the new file gets %s of the old one, as far as the process may set them', async (_how, chown, group, asked) => {
  const changes: unknown[] = [];
  const { fileSystem } = new MemoryDisk({ [realPath]: before });
  await replace({
    ...fileSystem,
    async open(...parameters) {
      const file = await fileSystem.open(...parameters);
      return {
        ...file,
        stat: async (options) => ({ ...(await file.stat(options)), gid: group }),
        chown: (...owner) => (changes.push(owner), chown(owner[0])),
        chmod: (mode) => (changes.push(mode), Promise.resolve()),
      };
    },
  });
  expect(changes).toEqual(asked);
});

test.each<OperationName>(['rm', 'open', 'file.write', 'file.stat', 'file.chmod', 'file.sync', 'rename'])(
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

test('what a crash left of another replacement is removed, unless it may be that of another opening, without the lock', async () => {
  const disk = new MemoryDisk({ [realPath]: before, [`${realPath}.petstore-temporary`]: content });
  await expect(replace(disk.fileSystem, false)).rejects.toMatchObject({ code: 'EEXIST' });
  expect(Object.keys(disk.image)).toHaveLength(2);
  await replace(disk.fileSystem);
  expect(disk.image).toEqual({ [realPath]: Uint8Array.from(content) });
});

function fails(): Promise<never> {
  return Promise.reject(new Error('EPERM'));
}
