import { okAsync } from 'neverthrow';
import { expect, test } from 'vitest';
import { MemoryDisk } from '../test/memory-disk.ts';
import { readAll, writeAll } from './complete-transfer.ts';
import type { OpenFile } from './file-system.ts';

const content = Buffer.from('pets');

async function openFile() {
  return (await new MemoryDisk({ '/home/file': content }).fileSystem.open('/home/file', 'existing'))._unsafeUnwrap();
}

test('reading gives what was asked for, and less only where the file ends before', async () => {
  const file = await openFile();
  for (const [size, position, read] of [
    [4, 0, 'pets'],
    [2, 1, 'et'],
    [100, 0, 'pets'],
    [100, 3, 's'],
    [1, 4, ''],
  ] as const) {
    expect((await readAll(file, size, position))._unsafeUnwrap().toString()).toBe(read);
  }
  const reads: number[] = [];
  const watched: OpenFile = { ...file, read: (into, position) => (reads.push(position), file.read(into, position)) };
  expect((await readAll(watched, content.length)).isOk()).toBe(true);
  expect(reads).toEqual([0]); // one is enough
});

test('writing fails where a write gets nowhere, for it would go on for ever', async () => {
  const file = await openFile();
  const failure = (await writeAll({ ...file, write: () => okAsync(0) }, content, 0))._unsafeUnwrapErr();
  expect(failure.message).toContain('nothing was written');
  expect((await writeAll({ ...file, write: () => okAsync(0) }, Buffer.alloc(0), 0)).isOk()).toBe(true);
});
