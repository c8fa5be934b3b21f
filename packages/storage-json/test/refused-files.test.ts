import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openJsonStorage } from '../src/index.ts';
import { petFilePaths } from './pet-file-paths.ts';

const newPath = await petFilePaths();

describe('a pet file without valid pets is refused, and not one byte of it changes:', () => {
  const line = '{"id":1,"name":"Rex","categoryId":1}';
  const invalid = 'does not hold valid pets: pets[0]';
  const pet = (fields: string) => `{"pets":[\n${fields}\n]}\n`;
  const noPets = 'is not a JSON object with an array "pets", such as {"pets":[]}';

  test.each<readonly [what: string, content: string | Uint8Array, expected: string]>([
    ['null', 'null', noPets],
    ['an array', '[]', noPets],
    ['one zero more than a new file has bytes', '\0'.repeat(14), 'contains zero bytes'],
    ['UTF-16', Buffer.from(`\ufeff${pet(line)}`, 'utf16le'), 'contains zero bytes: save UTF-16 as UTF-8'],
    ['an object without pets', '{}', noPets],
    ['pets that are not an array', '{"pets":{}}', noPets],
    ['pets twice', `{"pets":[],\n"pets":[${line}]}`, "has a key twice, with different values (Duplicate key 'pets'"],
    ['two pets of one id', pet(`${line},\n${line}`), 'does not hold valid pets: pets: two pets have the id 1'],
    ...[',\n2', `\n${line}`, `\n]}\n${line}`, ',\n{"name":"B', '\n]}x', `,\n{"id":2${line}\n]}\n`].map(
      (rest) => [`an end that no append leaves: ${rest}`, `{"pets":[\n${line}${rest}`, 'is not a JSON object'] as const,
    ),
    ['zeros before a whole pet', `{"pets":[\n${line},\n${'\0'.repeat(40)}\n${line}\n]}\n`, 'contains zero bytes'],
    ['an empty pet before a torn line', `{"pets":[\n{},\n${line},\n{"id`, 'is not a JSON object'],
    ['a line that is not JSON', pet(`${line},\n{"id":2,"name":Rex}`), 'is not a JSON object'],
    ['a pet cut off in the middle', pet(`{"id":1,"name":"Re\n${line}`), 'is not a JSON object'],
    ['a last pet cut off in the middle', pet(`${line},\n{"id":2,"name":"Re`), 'is not a JSON object'],
    ['a comma that is missing', pet(`${line}\n${line}`), 'is not a JSON object'],
    ['a comma too many', pet(`${line},`), 'is not a JSON object'],
    ['another member that is not JSON', '{"a":nul,"pets":[\n]}\n', 'is not a JSON object'],
    ['a key that is not a string before a torn line', '{1 :1,\n"pets":[\n{"id":1,"na', 'is not a JSON object'],
    ['a text cut off before its first pet', '{"a":1,\n"pets":[', 'is not a JSON object'],
    ['something after it', `${pet(line)}${line}\n`, 'is not a JSON object'],
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
  ])('%s', async (_what, content, expected) => {
    const path = await newPath(content);
    const failure = (await openJsonStorage(path))._unsafeUnwrapErr();
    expect(failure.code).toBe('storage_failure');
    expect(failure.message).toContain(`The pet file ${path} ${expected}`);
    expect(await readFile(path)).toEqual(Buffer.from(content));
    expect(await readdir(dirname(path))).toEqual([basename(path)]);
  });
});
