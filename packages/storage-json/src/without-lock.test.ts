import { unwrap } from '@petstore/core';
import type { NewPet, Pet } from '@petstore/core';
import { describe, expect, test } from 'vitest';
import type { FileSystem } from './file-system.ts';
import { openJsonStorageOn } from './json-storage.ts';
import { withFaults } from '../test/faulty-file-system.ts';
import { MemoryDisk, readText } from '../test/memory-disk.ts';

const path = '/home/pets.json';
const rex: NewPet = { name: 'Rex', categoryId: 1 };
const bello: NewPet = { name: 'Bello', categoryId: 2 };
const byHand = '{ "pets": [] }';
const ours = '{"pets":[\n]}\n';

/** A point at which one storage waits until the test releases it. */
function barrier() {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let arrive: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  return { release, released, arrive, arrived };
}

describe('two openers without a lock', () => {
  test('rewrite the file one at a time, and acknowledged pets stay', async () => {
    const disk = new MemoryDisk({ [path]: Buffer.from(byHand) });
    const held = barrier();
    const open = async (on: FileSystem) => await unwrap(openJsonStorageOn(on, path, { lock: false }));
    const first = await open(holdingTemporary(disk.fileSystem, held));
    const second = await open(disk.fileSystem);

    const firstInsert = first.insert(rex);
    await held.arrived; // it has a temporary file now
    expect((await second.insert(bello))._unsafeUnwrapErr().message).toMatch(
      /cannot be rewritten: remove the temporary file that a crash left \(EEXIST/,
    );
    held.release();
    const acknowledged = await unwrap(firstInsert);
    expect((await second.insert(bello)).isErr()).toBe(true);
    expect(petsIn(disk)).toEqual([acknowledged]);
    expect(Object.keys(disk.image)).toEqual([path]);
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
    const open = async (on: FileSystem) => await unwrap(openJsonStorageOn(on, path, { lock: false }));
    const first = await open(aroundWrites(disk.fileSystem, { after }));
    const second = await open(aroundWrites(disk.fileSystem, { before }));

    const secondInsert = second.insert(rex);
    await checked.arrived; // it has seen no change of the file
    const firstInsert = first.insert({ name: 'Max', categoryId: 1 });
    await written.arrived;
    checked.release();
    const acknowledged = await unwrap(secondInsert);
    written.release();
    expect((await firstInsert).isErr()).toBe(true);
    expect(petsIn(disk)).toEqual([acknowledged]);
  });
});

test.each([
  ['after the rewrite', byHand, 'syncDirectory'],
  ['during the write', ours, 'fdatasync'],
] as const)(
  'a creation fails if another file takes the path %s, even one of the same size',
  async (_moment, text, operation) => {
    const theirs = '{"pets":[\n{"id":1,"name":"Max","categoryId":1}\n]}\n'; // as long as with Rex
    const disk = new MemoryDisk({ [path]: Buffer.from(text) });
    let isOpen = false;
    const replacing = withFaults(disk.fileSystem, (each) => {
      if (isOpen && each === operation) {
        disk.overwrite('/home/other', Buffer.from(theirs));
        void disk.fileSystem.rename('/home/other', path);
        isOpen = false;
      }
      return 'works';
    });
    const storage = await unwrap(openJsonStorageOn(replacing, path));
    isOpen = true;
    for (let i = 0; i < 2; i++) {
      const { message } = (await storage.insert(rex))._unsafeUnwrapErr();
      expect(message).toContain('was changed or replaced by another program');
    }
    expect(readText(disk.image, path)).toBe(theirs);
  },
);

/** Wraps a file system. Calls back before or after each write to a file. */
function aroundWrites(
  fileSystem: FileSystem,
  { before, after }: { readonly before?: () => Promise<void>; readonly after?: () => Promise<void> },
): FileSystem {
  return {
    ...fileSystem,
    async write(...parameters) {
      await before?.();
      const written = await fileSystem.write(...parameters);
      await after?.();
      return written;
    },
  };
}

/** Holds the sync of the temporary file of a rewrite until the barrier is released. */
function holdingTemporary(fileSystem: FileSystem, { arrive, released }: ReturnType<typeof barrier>): FileSystem {
  return {
    ...fileSystem,
    fsync(file) {
      arrive();
      return released.then(() => fileSystem.fsync(file));
    },
  };
}

function petsIn(disk: MemoryDisk): readonly Pet[] {
  return (JSON.parse(readText(disk.image, path)) as { pets: readonly Pet[] }).pets;
}
