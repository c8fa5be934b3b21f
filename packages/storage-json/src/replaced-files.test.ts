import { unwrap } from '@petstore/core';
import type { NewPet } from '@petstore/core';
import { expect, test } from 'vitest';
import { openJsonStorageOn } from './json-storage.ts';
import { withFaults } from '../test/faulty-file-system.ts';
import { MemoryDisk, readText } from '../test/memory-disk.ts';

const path = '/home/pets.json';
const rex: NewPet = { name: 'Rex', categoryId: 1 };
const byHand = '{ "pets": [] }';
const ours = '{"pets":[\n]}\n';

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
