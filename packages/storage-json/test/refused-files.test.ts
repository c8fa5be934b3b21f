import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openJsonStorage } from '../src/index.ts';
import { open } from './opened.ts';
import { petFilePaths } from './pet-file-paths.ts';

const newPath = await petFilePaths();

describe('a file that is no pet file is refused, and not one byte of it changes', () => {
  const line = '{"id":1,"name":"Rex","categoryId":1}';
  const invalid = 'holds a pet that is not valid:';
  const pet = (fields: string) => `{"pets":[\n${fields}\n]}\n`;

  const refused: readonly (readonly [what: string, content: string | Uint8Array, complaint: string])[] = [
    ['null', 'null', 'is not a JSON object (line 1)'],
    ['an array', '[]', 'is not a JSON object (line 1)'],
    ['a number', '1', 'is not a JSON object (line 1)'],
    ['white space', '\n', 'is not a JSON object (line 2)'],
    ['plain text', 'pets', 'is not a JSON object (line 1)'],
    ['zeros', '\0'.repeat(100), 'is not a JSON object (line 1)'],
    ['one zero more than a new file has bytes', '\0'.repeat(14), 'is not a JSON object (line 1)'],
    ...[[0xef], [0xef, 0xbb], [0xef, 0xbb, 0xbb], [0xef, 0xbf, 0xbf], [0xbb, 0xbb, 0xbf]].map(
      (mark) =>
        [
          `what is no byte order mark: ${String(mark)}`,
          Buffer.concat([Buffer.from(mark), Buffer.from('{"pets":[]}')]),
          'is not a JSON object (line 1)',
        ] as const,
    ),
    ['an object without pets', '{}', 'has no array "pets" (line 1)'],
    ['an object of other members alone', '\n{"a":1}', 'has no array "pets" (line 2)'],
    ['pets that are no array', '{"pets":{}}', 'has no array "pets": it holds something else (line 1)'],
    ['pets that are null', '{"pets":null}', 'has no array "pets": it holds something else (line 1)'],
    ['pets twice', '{"pets":[],\n"pets":[]}', 'has two members "pets" (line 2)'],
    ['pets twice, once in escapes', '{"pets":[],"p\\u0065ts":[]}', 'has two members "pets" (line 1)'],
    ['two pets of one id', `{"pets":[${line},${line}]}`, 'has two pets with the id 1'],
    ['a pet without a name', pet('{"id":1,"categoryId":1}'), `${invalid} name is required (line 2)`],
    ['a pet without an id', pet('{"name":"","categoryId":1}'), `${invalid} id is required (line 2)`],
    [
      'a pet of id 0',
      pet('{"id":0,"name":"","categoryId":1}'),
      `${invalid} id must be a positive safe integer (line 2)`,
    ],
    [
      'an id that is no safe integer',
      pet('{"id":9007199254740993,"name":"","categoryId":1}'),
      `${invalid} id must be a positive safe integer (line 2)`,
    ],
    [
      'an unknown status',
      pet(`${line},\n{"id":2,"name":"","categoryId":1,"status":"lost"}`),
      `${invalid} status must be one of available, pending, sold (line 3)`,
    ],
    [
      'a status of null',
      pet('{"id":1,"name":"","categoryId":1,"status":null}'),
      `${invalid} status must be one of available, pending, sold (line 2)`,
    ],
    [
      'a categoryId beyond int64',
      pet('{"id":1,"name":"","categoryId":9223372036854775808}'),
      `${invalid} categoryId must be an integer from -2^63 to 2^63-1`,
    ],
    [
      'a lone surrogate',
      pet('{"id":1,"name":"\\ud800","categoryId":1}'),
      `${invalid} name must be well-formed Unicode: it holds a lone surrogate (line 2)`,
    ],
    ['a pet that is null', pet('null'), `${invalid} it must be an object with an id, a name and a categoryId (line 2)`],
    ['a pet with nothing in it', pet('{}'), `${invalid} id is required; name is required; categoryId is required`],
    ['a pet with nothing in it before a torn line', `{"pets":[\n{},\n${line},\n{"id`, `${invalid} id is required`],
    ['a pet that is no JSON after a thousand', pet(`${`${line},\n`.repeat(1001)}no`), 'is not JSON (line 1003)'],
    ['a pet that is no JSON', pet(`${line},\n{"id":2,"name":Rex}`), 'is not JSON (line 3)'],
    ['a pet cut off in the middle', pet(`{"id":1,"name":"Re\n${line}`), 'is not JSON (line 2)'],
    ['a last pet cut off in the middle', pet(`${line},\n{"id":2,"name":"Re`), 'is not JSON (line 3)'],
    ['a comma that is missing', pet(`${line}\n${line}`), 'is not JSON (line 3)'],
    ['a comma too many', pet(`${line},`), 'is not JSON (line 3)'],
    ['another member that is no JSON', '{"a":nul,"pets":[\n]}\n', 'is not JSON (line 1)'],
    ['a key that is no string', '{a:1,"pets":[]}', 'is not JSON (line 1)'],
    ['a key that is no string before a torn line', '{1 :1,\n"pets":[\n{"id":1,"na', 'is not JSON (line 1)'],
    ['a key that breaks off', '{\n"a', 'is not JSON (line 2)'],
    ['a key without a colon', '{"a" 1,"pets":[]}', 'is not JSON (line 1)'],
    ['the key of the pets without a colon', '{"pets"=[]}', 'is not JSON (line 1)'],
    ['a key without a value', '{"a":,"pets":[]}', 'is not JSON (line 1)'],
    ['a text cut off before its first pet', '{"a":1,\n"pets":[', 'is not JSON (line 2)'],
    ['a closing brace that is missing', `{"pets":[${line}]`, 'is not JSON (line 1)'],
    ['something behind it', `${pet(line)}${line}\n`, 'is not JSON (line 4)'],
    ['zeros in another layout', `{"pets":[ ${line},${'\0'.repeat(40)}${line} ]}`, 'is not JSON (line 1)'],
    ['zeros behind another layout', `{"pets":[ ${line} ]}${'\0'.repeat(40)}`, 'is not JSON (line 1)'],
    ['a torn line in a layout that is not ours', `{ "pets": [ ${line}, {"id":2,"na`, 'is not JSON (line 1)'],
    ['a torn line in a layout that is nearly ours', `{"pets":[ ${line},\n{"id":2,"na`, 'is not JSON (line 2)'],
    ['a torn line after a space that is not ours', `{"pets":[\n${line} ,\n${line},\n{"id`, 'is not JSON (line 4)'],
    ['bytes that are no UTF-8', Buffer.from(pet(line.replace('Rex', '\xff')), 'latin1'), 'is not UTF-8'],
    ['a member nested too deep', `{"a":${'['.repeat(600)}${']'.repeat(600)},"pets":[]}`, 'is not JSON (line 1)'],
  ];

  for (const [what, content, complaint] of refused) {
    test(what, async () => {
      const path = await newPath(content);
      const failure = (await openJsonStorage(path))._unsafeUnwrapErr();
      expect(failure.code).toBe('storage_failure');
      expect(failure.message).toContain(`The pet file ${path} ${complaint}`);
      expect(await readFile(path)).toEqual(Buffer.from(content));
      expect(await readdir(dirname(path))).toEqual([basename(path)]);

      await writeFile(path, '{"pets":[]}');
      expect((await (await open(path)).close()).isOk()).toBe(true); // so the lock is free again
    });
  }
});

describe('what is no file is refused', () => {
  const refused: readonly (readonly [what: string, make: (path: string) => unknown, complaint: string])[] = [
    ['a directory', (path) => mkdir(path), 'is not a regular file, but a directory, a device or the like'],
    ['a named pipe', (path) => execFileSync('mkfifo', [path]), 'is not a regular file'],
    ['a device', (path) => symlink('/dev/null', path), 'is not a regular file'],
  ];

  for (const [what, make, complaint] of refused) {
    test(what, async () => {
      const path = await newPath();
      await make(path);
      expect((await openJsonStorage(path))._unsafeUnwrapErr().message).toContain(`The pet file ${path} ${complaint}`);
    });
  }

  test('a file that this process may not read', { tags: ['slow'] }, async () => {
    const path = await newPath('{"pets":[]}');
    await chmod(path, 0o000);
    const failure = await withoutPrivileges(async () => (await openJsonStorage(path))._unsafeUnwrapErr());
    expect(failure.message).toContain(`The pet file ${path} cannot be opened (EACCES`);
  });

  test('a path in a folder that is not there', async () => {
    const path = join(await newPath(), 'pets.json');
    expect((await openJsonStorage(path))._unsafeUnwrapErr().message).toContain(`${path} cannot be created (ENOENT`);
  });

  test('a path through a file', async () => {
    const path = join(await newPath(''), 'pets.json');
    expect((await openJsonStorage(path))._unsafeUnwrapErr().message).toContain(`${path} cannot be opened (ENOTDIR`);
  });

  for (const path of [undefined, null, 1, {}, ['pets.json'], '\0']) {
    test(`${JSON.stringify(path)} for a path`, async () => {
      const { code, message } = (await openJsonStorage(path as string))._unsafeUnwrapErr();
      expect(code).toBe('storage_failure');
      if (typeof path !== 'string') expect(message).toBe('The path of a pet file must be a string.');
    });
  }
});

/** Does something as a user who is not root, for whom modes mean nothing. */
async function withoutPrivileges<T>(action: () => Promise<T>): Promise<T> {
  const user = process.geteuid?.();
  if (user !== 0) return action();
  process.seteuid?.(65534);
  try {
    return await action();
  } finally {
    process.seteuid?.(user);
  }
}
