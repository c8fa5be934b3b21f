import { errAsync } from 'neverthrow';
import { expect, test } from 'vitest';
import { MemoryDisk } from '../test/memory-disk.ts';
import { appendDurably } from './durable-append.ts';
import type { OpenFile } from './file-system.ts';

const path = '/home/pets.json';
const before = Buffer.from('{"pets":[\n]}\n');
const end = before.length - '\n]}\n'.length;

test('a write of which nothing but the end has arrived is undone, though the closing stands', async () => {
  const disk = new MemoryDisk({ [path]: before });
  const file = (await disk.fileSystem.open(path, 'existing'))._unsafeUnwrap();
  let hasFailed = false;
  const failingOnce: OpenFile = {
    ...file,
    write(bytes, position) {
      if (hasFailed) return file.write(bytes, position);
      hasFailed = true;
      return file.write(bytes.subarray(4), position + 4).andThen(() => errAsync(new Error('EIO')));
    },
  };
  const bytes = Buffer.from('\n{"id":1,"name":"Rex","categoryId":1}\n]}\n');
  const { cause, undone } = (await appendDurably(failingOnce, end, bytes, file.status))._unsafeUnwrapErr();
  expect(cause.message).toBe('EIO');
  expect(undone).toMatchObject({ size: before.length });
  expect(disk.image).toEqual({ [path]: Uint8Array.from(before) });
});
