import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { stringifyJson } from '@petstore/core';
import { invalidPets } from '@petstore/test-support/invalid-pets';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openJsonStorage } from '../src/index.ts';
import { withoutPrivileges } from './mounts.ts';
import { open } from './opened.ts';
import { petFilePaths } from './pet-file-paths.ts';

const newPath = await petFilePaths();

describe('a file without valid pets is refused, and not one byte of it changes', () => {
  const line = '{"id":1,"name":"Rex","categoryId":1}';
  const invalid = 'does not hold valid pets: pets[0]';
  const pet = (fields: string) => `{"pets":[\n${fields}\n]}\n`;

  const noPets = 'is not a JSON object with an array "pets", such as {"pets":[]}';

  const refused: readonly (readonly [what: string, content: string | Uint8Array, expected: string])[] = [
    ['null', 'null', noPets],
    ['an array', '[]', noPets],
    ['a number', '1', noPets],
    ['an empty string', '""', noPets],
    ['plain text', 'pets', 'is not a JSON object'],
    ['zeros', '\0'.repeat(100), 'contains zero bytes'],
    ['one zero more than a new file has bytes', '\0'.repeat(14), 'contains zero bytes'],
    ...[[0xef], [0xef, 0xbb], [0xef, 0xbb, 0xbb], [0xef, 0xbf, 0xbf], [0xbb, 0xbb, 0xbf]].map(
      (mark) =>
        [
          `not a byte order mark: ${String(mark)}`,
          Buffer.concat([Buffer.from(mark), Buffer.from('{"pets":[]}')]),
          'is not a JSON object',
        ] as const,
    ),
    ['an object without pets', '{}', noPets],
    ['an object of other members alone', '\n{"a":1}', noPets],
    ['pets that are not an array', '{"pets":{}}', noPets],
    ['pets that are null', '{"pets":null}', noPets],
    ['pets twice', `{"pets":[],\n"pets":[${line}]}`, "has a key twice, with different values (Duplicate key 'pets'"],
    [
      'pets twice, once in escapes',
      `{"pets":[],"p\\u0065ts":[${line}]}`,
      "has a key twice, with different values (Duplicate key 'pets'",
    ],
    [
      'pets twice, before a layout that is ours',
      `{"pets":[${line}],\n"pets":[\n${line.replace('1', '2')}\n]}\n`,
      "has a key twice, with different values (Duplicate key 'pets'",
    ],
    ...invalidPets.map(
      ({ what, pets, problem }) =>
        [
          `${what}, laid out by hand`,
          `{ "pets": ${stringifyJson(pets)} }`,
          `does not hold valid pets: pets${problem}`,
        ] as const,
    ),
    ...invalidPets.map(
      ({ what, pets, problem }) =>
        [
          `${what}, a pet to a line`,
          pet(pets.map(stringifyJson).join(',\n')),
          `does not hold valid pets: pets${problem}`,
        ] as const,
    ),
    ['an empty pet before a torn line', `{"pets":[\n{},\n${line},\n{"id`, 'is not a JSON object'],
    ['a line after a thousand that is not JSON', pet(`${`${line},\n`.repeat(1001)}no`), 'is not a JSON object'],
    ['a line that is not JSON', pet(`${line},\n{"id":2,"name":Rex}`), 'is not a JSON object'],
    ['a pet cut off in the middle', pet(`{"id":1,"name":"Re\n${line}`), 'is not a JSON object'],
    ['a last pet cut off in the middle', pet(`${line},\n{"id":2,"name":"Re`), 'is not a JSON object'],
    ['a comma that is missing', pet(`${line}\n${line}`), 'is not a JSON object'],
    ['a comma too many', pet(`${line},`), 'is not a JSON object'],
    ['another member that is not JSON', '{"a":nul,"pets":[\n]}\n', 'is not a JSON object'],
    ['a key that is not a string', '{a:1,"pets":[]}', 'is not a JSON object'],
    ['a key that is not a string before a torn line', '{1 :1,\n"pets":[\n{"id":1,"na', 'is not a JSON object'],
    ['a key that breaks off', '{\n"a', 'is not a JSON object'],
    ['a key without a colon', '{"a" 1,"pets":[]}', 'is not a JSON object'],
    ['the key of the pets without a colon', '{"pets"=[]}', 'is not a JSON object'],
    ['a key without a value', '{"a":,"pets":[]}', 'is not a JSON object'],
    ['a text cut off before its first pet', '{"a":1,\n"pets":[', 'is not a JSON object'],
    ['a closing brace that is missing', `{"pets":[${line}]`, 'is not a JSON object'],
    ['something after it', `${pet(line)}${line}\n`, 'is not a JSON object'],
    ['zeros in another layout', `{"pets":[ ${line},${'\0'.repeat(40)}${line} ]}`, 'contains zero bytes'],
    ['zeros after another layout', `{"pets":[ ${line} ]}${'\0'.repeat(40)}`, 'contains zero bytes'],
    [
      '100,000 levels',
      `{"pets":[],"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
      'is nested too deeply to be read',
    ],
    ['a character in the place of a comma', pet(`${line}\n7${line.replace('1', '2')}`), 'is not a JSON object'],
    ['a torn line after one that is not a pet', `{"pets":[\n{"id":1,"name":7,"categoryId":1},\n{"id":2,"na`, invalid],
    ['a torn line in a layout that is not ours', `{ "pets": [ ${line}, {"id":2,"na`, 'is not a JSON object'],
    ['a torn line in a layout that is nearly ours', `{"pets":[ ${line},\n{"id":2,"na`, 'is not a JSON object'],
    ['a torn line after a space that is not ours', `{"pets":[\n${line} ,\n${line},\n{"id`, 'is not a JSON object'],
    ['bytes that are not UTF-8', Buffer.from(pet(line.replace('Rex', '\xff')), 'latin1'), `${noPets} (it is not UTF-8`],
  ];

  for (const [what, content, expected] of refused) {
    test(what, async () => {
      const path = await newPath(content);
      const failure = (await openJsonStorage(path))._unsafeUnwrapErr();
      expect(failure.code).toBe('storage_failure');
      expect(failure.message).toContain(`The pet file ${path} ${expected}`);
      expect(await readFile(path)).toEqual(Buffer.from(content));
      expect(await readdir(dirname(path))).toEqual([basename(path)]);

      await writeFile(path, '{"pets":[]}');
      expect((await (await open(path)).close()).isOk()).toBe(true); // the lock is free again
    });
  }
});

describe('anything but a file is refused', () => {
  const refused: readonly (readonly [what: string, make: (path: string) => unknown, expected: string])[] = [
    ['a directory', (path) => mkdir(path), 'cannot be opened (EISDIR'],
    ['a named pipe', (path) => execFileSync('mkfifo', [path]), 'is not a regular file'],
    ['a device', (path) => symlink('/dev/null', path), 'is not a regular file'],
    ['a socket', (path) => listen(path), 'is not a regular file'],
  ];

  for (const [what, make, expected] of refused) {
    test(what, async () => {
      const path = await newPath();
      await make(path);
      expect((await openJsonStorage(path))._unsafeUnwrapErr().message).toContain(`The pet file ${path} ${expected}`);
    });
  }

  test('a named pipe that this user may only read, without waiting for its writer', async () => {
    const path = await newPath();
    execFileSync('mkfifo', ['-m', '444', path]);
    const { message } = (await withoutPrivileges(async () => openJsonStorage(path)))._unsafeUnwrapErr();
    expect(message).toContain(`The pet file ${path} is not a regular file`);
  });

  test('a file that this process may not read', { tags: ['slow'] }, async () => {
    const path = await newPath('{"pets":[]}');
    await chmod(path, 0o000);
    const failure = await withoutPrivileges(async () => (await openJsonStorage(path))._unsafeUnwrapErr());
    expect(failure.message).toContain(`The pet file ${path} cannot be opened (EACCES`);
  });

  test('a path in a folder that does not exist', async () => {
    const path = join(await newPath(), 'pets.json');
    expect((await openJsonStorage(path))._unsafeUnwrapErr().message).toContain(`${path} cannot be opened (ENOENT`);
  });

  test('a path through a file', async () => {
    const path = join(await newPath(''), 'pets.json');
    expect((await openJsonStorage(path))._unsafeUnwrapErr().message).toContain(`${path} cannot be opened (ENOTDIR`);
  });

  test('a path with a zero', async () => {
    expect((await openJsonStorage('\0'))._unsafeUnwrapErr().code).toBe('storage_failure');
  });
});

async function listen(path: string): Promise<void> {
  const server = createServer();
  await once(server.listen(path), 'listening');
  onTestFinished(() => void server.close());
}
