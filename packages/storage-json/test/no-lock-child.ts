/*
 * A process on a platform without a lock: `no-lock-child.ts FILE` opens a file with and without the lock, and reports the
 * results on stdout.
 */
import { unwrap } from '@petstore/core';
import { readdir } from 'node:fs/promises';
import { dirname } from 'node:path';

Object.defineProperty(process, 'arch', { value: 'an unknown architecture' });
const { openJsonStorage } = await import('../src/index.ts'); // loads the lock

const [path = ''] = process.argv.slice(2);
const withLock = (await openJsonStorage(path)).match(
  () => 'it was opened',
  ({ message }) => message,
);
const afterwards = await readdir(dirname(path));
const storage = await unwrap(openJsonStorage(path, { lock: false }));
const withoutLock = await unwrap(storage.insert({ name: 'Rex', categoryId: 1 }));
await unwrap(storage.close());
console.log(JSON.stringify({ withLock, afterwards, withoutLock }));
