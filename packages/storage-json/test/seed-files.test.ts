import { chmod, readdir, readFile, truncate } from 'node:fs/promises';
import { dirname } from 'node:path';
import { unwrap } from '@petstore/core';
import { expect, test } from 'vitest';
import { petFilePaths } from './pet-file-paths.ts';
import { readPets } from '../src/index.ts';

const newPath = await petFilePaths();
const line = '{"id":7,"name":"Rex","categoryId":9007199254740993}';

test('a seed file is read without a change, by ascending id', async () => {
  const text = `\uFEFF{ "pets": [ ${line}, {"categoryId": 1, "name": "", "id": 2, "age": 3.5} ], "a": [] }`;
  const path = await newPath(text);
  await chmod(path, 0o444);
  expect(await unwrap(readPets(path))).toEqual([
    { id: 2, name: '', categoryId: 1 },
    { id: 7, name: 'Rex', categoryId: 9007199254740993n },
  ]);
  expect(await readFile(path, 'utf8')).toBe(text);
});

test.each<readonly [what: string, content: string | undefined, expected: string]>([
  ['is missing', undefined, 'cannot be read (ENOENT'],
  ['is white space', '\n', 'is empty: a file without pets is {"pets":[]}'],
  ['is several lines of something else', 'pets:\n- Rex', 'is not a JSON object with an array "pets", such as'],
  ['has an invalid pet', '{"pets":[{"id":1}]}', 'does not hold valid pets: pets[0]'],
  ['has a torn line', `{"pets":[\n${line},\n{"id":8,"na`, 'has a torn end'],
])('a seed file that %s is refused in one sentence, and left as it is', async (_what, content, expected) => {
  const path = await newPath(content);
  const { message } = (await readPets(path))._unsafeUnwrapErr();
  expect(message).toContain(`The seed file ${path} ${expected}`);
  expect(message).toMatch(/^\P{Cc}+\.$/u);
  expect(await readdir(dirname(path))).toEqual(content === undefined ? [] : ['pets.json']);
  if (content !== undefined) expect(await readFile(path, 'utf8')).toBe(content);
});

test('a seed file that is too large is refused', async () => {
  const path = await newPath('');
  await truncate(path, 500_000_001); // without a block on the disk
  expect((await readPets(path))._unsafeUnwrapErr().message).toContain(`The seed file ${path} is larger than 500 MB`);
});

test('a device is refused as a seed file, because opening it may wait for ever', async () => {
  expect((await readPets('/dev/null'))._unsafeUnwrapErr().message).toBe(
    'The seed file /dev/null is not a regular file, but a device, a named pipe or the like.',
  );
});
