import { expect, test } from 'vitest';
import { petFilePaths } from '../test/pet-file-paths.ts';
import { nodeFileSystem } from './node-file-system.ts';

const newPath = await petFilePaths();

test('a lock that cannot be had for another reason than its holder is a failure that says why', async () => {
  const file = (await nodeFileSystem.open(await newPath(''), 'existing'))._unsafeUnwrap();
  expect((await file.tryLock())._unsafeUnwrap()).toBe(true);
  (await file.close())._unsafeUnwrap();
  expect((await file.tryLock())._unsafeUnwrapErr().code).toBe('EBADF');
});

test('what cannot be synced by its nature is taken as it is, and what is not there is a failure', async () => {
  expect((await nodeFileSystem.syncDirectory('/dev/null')).isOk()).toBe(true); // EINVAL, as some directories give it
  expect((await nodeFileSystem.syncDirectory(await newPath()))._unsafeUnwrapErr().code).toBe('ENOENT');
});
