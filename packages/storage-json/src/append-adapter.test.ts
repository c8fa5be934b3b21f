import { expect, test } from 'vitest';
import { MemoryDisk } from '../test/memory-disk.ts';
import { createAppendAdapter, failureOfRejection, type PetDocument } from './append-adapter.ts';
import { failureOf } from './file-failure.ts';
import { openLockedFile } from './locked-file.ts';
import { createPetFile } from './pet-file.ts';

test('a document with nothing new in it is not written', async () => {
  const path = '/home/pets.json';
  const disk = new MemoryDisk({ [path]: Buffer.from('{"pets":[\n{"id":1,"name":"Rex","categoryId":1}\n]}\n') });
  const { fileSystem } = disk;
  const failure = failureOf(path);
  const opened = (await openLockedFile(fileSystem, path, true, failure))._unsafeUnwrap();
  const file = createPetFile(opened, {
    fileSystem,
    path,
    lock: true,
    onTornEnd: undefined,
    maximumSize: 1000,
    failure,
  });
  const adapter = createAppendAdapter(file);
  const document = (await adapter.read()) as PetDocument;
  const before = disk.image;
  await adapter.write(document);
  expect(disk.image).toEqual(before);
});

test('a rejection that is no failure of the file is told with its cause', () => {
  const defect = new TypeError('a defect');
  expect(failureOfRejection(defect)).toEqual({
    code: 'storage_failure',
    message: expect.stringContaining('pet file') as string,
    cause: defect,
  });
});
