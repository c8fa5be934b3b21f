import { execFileSync } from 'node:child_process';
import { chmod, readdir, readFile, truncate } from 'node:fs/promises';
import { dirname } from 'node:path';
import { unwrap } from '@petstore/core';
import { expect, test } from 'vitest';
import { petFilePaths } from './pet-file-paths.ts';
import { readPets } from '../src/index.ts';

const newPath = await petFilePaths();
const line = '{"id":7,"name":"Rex","categoryId":9007199254740993}';

test.each([
  ['as a storage writes it', `{"a":1,\n"pets":[\n{"id":2,"name":"","categoryId":1},\n${line}\n]}\n`],
  ['laid out by hand', `\uFEFF{ "pets": [ ${line}, {"categoryId": 1, "name": "", "id": 2, "age": 3.5} ], "a": [] }`],
])('a file %s is read without a change, by ascending id', async (_how, text) => {
  const path = await newPath(text);
  await chmod(path, 0o444);
  expect(await unwrap(readPets(path))).toEqual([
    { id: 2, name: '', categoryId: 1 },
    { id: 7, name: 'Rex', categoryId: 9007199254740993n },
  ]);
  expect(await readFile(path, 'utf8')).toBe(text);
});

test.each<readonly [what: string, content: string | Buffer | undefined, expected: string]>([
  ['is missing', undefined, 'cannot be read (ENOENT'],
  ['is empty', '', 'is empty: a file without pets is {"pets":[]}'],
  ['is white space', '\n', 'is empty: a file without pets is {"pets":[]}'],
  [
    'is several lines of something else',
    'pets:\n- Rex\n\u001b[2J',
    'is not a JSON object with an array "pets", such as',
  ],
  ['has an invalid pet', '{"pets":[{"id":1}]}', 'does not hold valid pets: pets[0]'],
  ['has a torn line', `{"pets":[\n${line},\n{"id":8,"na`, 'has a torn end'],
  ['lacks its last bracket', `{"pets":[\n${line}`, 'has a torn end'],
])('a file that %s is refused in one sentence, and left as it is', async (_what, content, expected) => {
  const path = await newPath(content);
  const { message } = (await readPets(path))._unsafeUnwrapErr();
  expect(message).toContain(`The seed file ${path} `);
  expect(message).toContain(expected);
  expect(message).toMatch(/^\P{Cc}+\.$/u);
  expect(await readdir(dirname(path))).toEqual(content === undefined ? [] : ['pets.json']);
  if (content !== undefined) expect(await readFile(path)).toEqual(Buffer.from(content));
});

test('a file that is too large is refused', async () => {
  const path = await newPath('');
  await truncate(path, 500_000_001); // without a block on the disk
  expect((await readPets(path))._unsafeUnwrapErr().message).toContain(`The seed file ${path} is larger than 500 MB`);
});

test.skipIf(process.platform === 'win32')('a named pipe is refused without waiting for its writer', async () => {
  const path = await newPath();
  execFileSync('mkfifo', [path]);
  expect((await readPets(path))._unsafeUnwrapErr().message).toContain('is not a regular file');
});
