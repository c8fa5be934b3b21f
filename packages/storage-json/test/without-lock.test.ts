import type { NewPet, Pet } from '@petstore/core';
import { describe, expect, test } from 'vitest';
import type { FileSystem, OpenFile } from '../src/file-system.ts';
import { openJsonStorageOn } from '../src/open-json-storage.ts';
import { withFaults } from './faulty-file-system.ts';
import { MemoryDisk, textOf } from './memory-disk.ts';

const path = '/home/pets.json';
const rex: NewPet = { name: 'Rex', categoryId: 1 };
const bello: NewPet = { name: 'Bello', categoryId: 2 };
const byHand = '{ "pets": [] }';
const ours = '{"pets":[\n]}\n';

/** Where one opener waits until the test releases it. */
function barrier() {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let arrive: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  return { release, released, arrive, arrived };
}

describe('two openers without a lock', () => {
  test('may rewrite the file at the same time, and acknowledged pets stay', async () => {
    for (const operation of ['write', 'sync'] as const) {
      const disk = new MemoryDisk({ [path]: Buffer.from(byHand) });
      const [held, alsoHeld] = [barrier(), barrier()];
      const open = async (on: FileSystem) => (await openJsonStorageOn(on, path, { lock: false }))._unsafeUnwrap();
      const first = await open(holdingTemporary(disk.fileSystem, 'sync', held));
      const second = await open(holdingTemporary(disk.fileSystem, operation, alsoHeld));

      const firstInsert = first.insert(rex);
      await held.arrived;
      const secondInsert = second.insert(bello);
      await alsoHeld.arrived; // both have a temporary file now
      held.release();
      const acknowledged = (await firstInsert)._unsafeUnwrap();
      alsoHeld.release();
      expect((await secondInsert).isErr()).toBe(true);

      expect(petsIn(disk)).toEqual([acknowledged]);
      expect(Object.keys(disk.image)).toEqual([path]);
    }
  });

  test('may append at the same time, and acknowledged pets stay', async () => {
    const disk = new MemoryDisk({ [path]: Buffer.from(ours) });
    const [checked, written] = [barrier(), barrier()];
    const before = async () => {
      checked.arrive();
      await checked.released;
    };
    const after = async () => {
      written.arrive();
      await written.released;
    };
    const open = async (on: FileSystem) => (await openJsonStorageOn(on, path, { lock: false }))._unsafeUnwrap();
    const first = await open(aroundWrites(disk.fileSystem, { after }));
    const second = await open(aroundWrites(disk.fileSystem, { before }));

    const secondInsert = second.insert(rex);
    await checked.arrived; // it has seen no change of the file
    const firstInsert = first.insert({ name: 'Max', categoryId: 1 });
    await written.arrived;
    checked.release();
    const acknowledged = (await secondInsert)._unsafeUnwrap();
    written.release();
    expect((await firstInsert).isErr()).toBe(true);
    expect(petsIn(disk)).toEqual([acknowledged]);
  });

  test('do not remove the temporary files of each other', async () => {
    const disk = new MemoryDisk({ [path]: Buffer.from(byHand) });
    const held = barrier();
    const first = (
      await openJsonStorageOn(holdingTemporary(disk.fileSystem, 'sync', held), path, { lock: false })
    )._unsafeUnwrap();
    const firstInsert = first.insert(rex);
    await held.arrived;
    const second = (await openJsonStorageOn(disk.fileSystem, path, { lock: false }))._unsafeUnwrap();
    held.release();
    const acknowledged = (await firstInsert)._unsafeUnwrap();
    expect(petsIn(disk)).toEqual([acknowledged]);
    expect((await second.insert(bello)).isErr()).toBe(true);
    expect(petsIn(disk)).toEqual([acknowledged]);
  });
});

describe('a creation fails if another file takes the path', () => {
  test.each([
    ['after the rewrite', byHand, 'syncDirectory'],
    ['during the write', ours, 'file.syncData'],
  ] as const)('%s', async (_moment, text, operation) => {
    const disk = new MemoryDisk({ [path]: Buffer.from(text) });
    let isOpen = false;
    const replacing = withFaults(disk.fileSystem, (each) => {
      if (isOpen && each === operation) {
        disk.overwrite('/home/other', Buffer.from(ours));
        void disk.fileSystem.rename('/home/other', path);
      }
      return 'works';
    });
    const storage = (await openJsonStorageOn(replacing, path))._unsafeUnwrap();
    isOpen = true;
    for (let i = 0; i < 2; i++) {
      const { message } = (await storage.insert(rex))._unsafeUnwrapErr();
      expect(message).toContain('was changed, removed or replaced by another program');
    }
    expect(textOf(disk.image, path)).toBe(ours);
  });
});

/** Does something before or after each write to a file. */
function aroundWrites(
  fileSystem: FileSystem,
  { before, after }: { readonly before?: () => Promise<void>; readonly after?: () => Promise<void> },
): FileSystem {
  return {
    ...fileSystem,
    async open(name, mode) {
      const file = await fileSystem.open(name, mode);
      return {
        ...file,
        async write(bytes, position) {
          await before?.();
          const count = await file.write(bytes, position);
          await after?.();
          return count;
        },
      };
    },
  };
}

/** Holds an operation of the temporary file until it is released. */
function holdingTemporary(
  fileSystem: FileSystem,
  operation: 'sync' | 'write',
  { arrive, released }: ReturnType<typeof barrier>,
): FileSystem {
  const hold = async () => {
    arrive();
    await released;
  };
  const holding = (file: OpenFile): OpenFile =>
    operation === 'sync'
      ? { ...file, sync: () => hold().then(() => file.sync()) }
      : { ...file, write: (bytes, position) => hold().then(() => file.write(bytes, position)) };
  return {
    ...fileSystem,
    open: async (name, mode) => {
      const file = await fileSystem.open(name, mode);
      return mode === 'private' ? holding(file) : file;
    },
  };
}

function petsIn(disk: MemoryDisk): readonly Pet[] {
  return (JSON.parse(textOf(disk.image, path)) as { pets: readonly Pet[] }).pets;
}
