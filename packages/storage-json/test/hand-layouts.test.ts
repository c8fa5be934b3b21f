import { chmod, chown, link, lstat, readdir, readFile, stat, symlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseJson, type NewPet, unwrap } from '@petstore/core';
import { describe, expect, test } from 'vitest';
import { close, insert, open } from './opened.ts';
import { petFilePaths } from './pet-file-paths.ts';

const newPath = await petFilePaths();
const rex: NewPet = { name: 'Rex', categoryId: 1 };

test.each(['1e18', '9007199254740993.0'])('an integer written as %s is exact', async (categoryId) => {
  const storage = await open(await newPath(`{"pets":[{"id":1,"name":"Rex","categoryId":${categoryId}}]}`));
  const exact = unwrap(parseJson(categoryId));
  expect(typeof exact).toBe('bigint');
  expect(await unwrap(storage.findById(1))).toEqual({ id: 1, ...rex, categoryId: exact });
  await close(storage);
});

describe('a pet file that is laid out by hand', () => {
  const byHand =
    '{\n  "pets": [\n    { "id": 1, "name": "Rex", "categoryId": 1.0, "tags": ["good",  "dog"] }\n  ],\n  "n": 1e400\n}\n';
  const ours = '{"n":1e400,\n"pets":[\n{"id":1,"name":"Rex","categoryId":1,"tags":["good","dog"]},\n';

  test('is rewritten at the first creation, and keeps every value', async () => {
    const path = await newPath(byHand);
    const storage = await open(path);
    await insert(storage, rex);
    expect(await readFile(path, 'utf8')).toBe(`${ours}{"id":2,"name":"Rex","categoryId":1}\n]}\n`);
    const { ino } = await stat(path);
    await insert(storage, rex);
    expect((await stat(path)).ino).toBe(ino); // not again
    await close(storage);
  });

  const [first, second] = ['{"id":1,"name":"Rex","categoryId":1}', '{"id":2,"name":"Rex","categoryId":1}'];
  test.each([
    ['indented', `{"pets":[\n  ${first},\n  ${second}\n]}\n`],
    ['with a pet over several lines', `{"pets":[\n${first.replace(',', ',\n')},\n${second}\n]}\n`],
    ['with two pets in a line', `{"pets":[\n${first},${second}\n]}\n`],
    ['with a line break elsewhere than between two pets', `{"pets":[\n${first.replace(',', ',\n')}, ${second}\n]}\n`],
    ['with the first pet beside the bracket', `{"pets":[${first},\n${second}\n]}\n`],
    ['with Windows line breaks', `{"pets":[\r\n${first},\r\n${second}\r\n]}\r\n`],
    ['in one line, with a byte order mark', `\uFEFF{"pets":[${first},${second}]}`],
    ['with escapes', `{"p\\u0065ts":[\n${first.replace('Rex', '\\u0052ex')},\n${second}\n]}\n`],
    ['without a line break at the end', `{"pets":[\n${first},\n${second}\n]}`],
  ])('is rewritten if its layout is nearly ours: %s', async (_what, text) => {
    const path = await newPath(text);
    const storage = await open(path);
    await insert(storage, rex);
    await close(storage);
    const third = '{"id":3,"name":"Rex","categoryId":1}';
    expect(await readFile(path, 'utf8')).toBe(`{"pets":[\n${first},\n${second},\n${third}\n]}\n`);
  });

  test('keeps its mode, its owner, and the symbolic link that leads to it; another hard link keeps the old file', async () => {
    const path = await newPath(byHand);
    const hardLink = await newPath();
    await link(path, hardLink);
    const symbolicLink = `${dirname(path)}/link.json`;
    await symlink('pets.json', symbolicLink);
    const mayGiveAway = process.getuid?.() === 0;
    if (mayGiveAway) await chown(path, 1234, 5678);
    await chmod(path, 0o640);
    const before = await stat(path);

    const storage = await open(symbolicLink);
    expect((await storage.insert(rex)).isOk()).toBe(true);
    await close(storage);
    const after = await stat(path);
    expect(after.ino).not.toBe(before.ino);
    expect([after.mode, after.uid, after.gid]).toEqual([before.mode, before.uid, before.gid]);
    if (mayGiveAway) expect(after.uid).toBe(1234);
    expect((await lstat(symbolicLink)).isSymbolicLink()).toBe(true);
    expect(await readFile(hardLink, 'utf8')).toBe(byHand);
    expect((await readdir(dirname(path))).toSorted()).toEqual(['link.json', 'pets.json']);
  });

  test('is not rewritten if the pets have our layout, whatever is before them', async () => {
    const path = await newPath('{ "a" :\n[ 1 ] , "pets":[\n{"id":1,"name":"Rex","categoryId":1, "x":","}\n]}\n');
    const { ino } = await stat(path);
    const storage = await open(path);
    await insert(storage, rex);
    expect((await stat(path)).ino).toBe(ino);
    expect(await readFile(path, 'utf8')).toBe(
      '{ "a" :\n[ 1 ] , "pets":[\n{"id":1,"name":"Rex","categoryId":1, "x":","},\n{"id":2,"name":"Rex","categoryId":1}\n]}\n',
    );
    await close(storage);
  });
});
