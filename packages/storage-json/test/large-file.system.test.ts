import { openJsonStorage } from '../src/index.ts';
import { unwrap } from '@petstore/core';
import { expect, test } from 'vitest';
import { insert } from './opened.ts';
import { petFilePaths } from './pet-file-paths.ts';

const newPath = await petFilePaths();
const rex = { name: 'Rex', categoryId: 1 };

test('a pet file takes no pet that would make it too large to be read', async () => {
  const path = await newPath();
  await using storage = await unwrap(openJsonStorage(path));
  const large = { name: 'x'.repeat(250_000_000), categoryId: 1 };
  await insert(storage, large);
  const { message } = (await storage.insert(large))._unsafeUnwrapErr();
  expect(message).toContain(`The pet file ${path} is larger than 500 MB, or would be`);
  expect((await insert(storage, rex)).id).toBe(2);
});
