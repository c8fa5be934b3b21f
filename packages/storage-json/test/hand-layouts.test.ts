import { watch } from 'node:fs';
import { chmod, chown, lstat, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseJson, stringifyJson, type NewPet, type Pet, unwrap } from '@petstore/core';
import { arbitraryNewPet } from '@petstore/core/contract';
import * as fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { close, insert, open } from './opened.ts';
import { petFilePaths } from './pet-file-paths.ts';

const newPath = await petFilePaths();
const rex: NewPet = { name: 'Rex', categoryId: 1 };

/** A pet as a person may write it: with other fields, in any order. */
interface WrittenPet {
  readonly pet: Pet;
  readonly fields: readonly (readonly [key: string, value: unknown])[];
}

/** A pet file as a person may write it. */
interface WrittenFile {
  readonly pets: readonly WrittenPet[];
  readonly otherMembers: readonly (readonly [key: string, value: unknown])[];
  /** Where `pets` stands among the other members. */
  readonly index: number;
  /** The choices of white space and escapes, one number each. They are used in a cycle. */
  readonly choices: readonly number[];
  readonly withByteOrderMark: boolean;
}

test('any pets come back equal from any layout of the file', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryFile(), arbitraryNewPet(), async (written, newPet) => {
      const text = writeText(written);
      const path = await newPath(text);
      const pets = written.pets.map(({ pet }) => pet).toSorted((a, b) => a.id - b.id);

      const storage = await open(path);
      expect(await unwrap(storage.list({ limit: 100 }))).toEqual(pets);
      expect(await readFile(path, 'utf8')).toBe(text); // until a pet is created
      const created = await insert(storage, newPet);
      expect(created).toEqual({ id: (pets.at(-1)?.id ?? 0) + 1, ...newPet });
      await close(storage);

      const reopened = await open(path);
      expect(await unwrap(reopened.list({ limit: 100 }))).toEqual([...pets, created]);
      await close(reopened);
      expectOurLayout(await readFile(path, 'utf8'), written, created);
      expect(await readdir(dirname(path))).toEqual(['pets.json']);
    }),
  );
});

test.each(['1e18', '9007199254740993.0'])('an integer written as %s is exact', async (categoryId) => {
  const storage = await open(await newPath(`{"pets":[{"id":1,"name":"Rex","categoryId":${categoryId}}]}`));
  const exact = unwrap(parseJson(categoryId));
  expect(typeof exact).toBe('bigint');
  expect(await unwrap(storage.findById(1))).toEqual({ id: 1, ...rex, categoryId: exact });
  await close(storage);
});

/** Expects one pet to a line, and every value that the person wrote, in its order. */
function expectOurLayout(text: string, { pets, otherMembers }: WrittenFile, created: Pet): void {
  const lines = text.split('\n');
  const petLines = lines.slice(-3 - pets.length, -2);
  expect(lines.slice(-2)).toEqual([']}', '']);
  expect(lines.at(-4 - pets.length)).toMatch(/"pets":\[$/);
  const expected = [...pets.map(({ fields }) => Object.fromEntries(fields)), created];
  for (const [index, line] of petLines.entries()) {
    expect(line.endsWith(',')).toBe(index < pets.length);
    expect(stringifyJson(parse(line.replace(/,$/, '')))).toBe(stringifyJson(expected[index]));
  }
  const { pets: _pets, ...others } = parse(text) as Record<string, unknown>;
  expect(stringifyJson(Object.entries(others))).toBe(stringifyJson(Object.entries(Object.fromEntries(otherMembers))));
}

describe('a file that is laid out by hand', () => {
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

  test('is opened without a change in its folder, so that no watcher restarts its program', async () => {
    const path = await newPath(byHand);
    const names = new Set<string | null>();
    const watcher = watch(dirname(path), (_event, name) => names.add(name));
    onTestFinished(() => watcher.close());
    await close(await open(path));
    await writeFile(`${path}.last`, ''); // its event comes after those of the opening
    await vi.waitUntil(() => names.has('pets.json.last'), { timeout: 1_200_000 });
    expect([...names]).toEqual(['pets.json.last']);
  });

  const [first, second] = ['{"id":1,"name":"Rex","categoryId":1}', '{"id":2,"name":"Rex","categoryId":1}'];
  const nearly: readonly (readonly [what: string, text: string])[] = [
    ['indented', `{"pets":[\n  ${first},\n  ${second}\n]}\n`],
    ['with a pet over several lines', `{"pets":[\n${first.replace(',', ',\n')},\n${second}\n]}\n`],
    ['with two pets in a line', `{"pets":[\n${first},${second}\n]}\n`],
    ['with a line break elsewhere than between two pets', `{"pets":[\n${first.replace(',', ',\n')}, ${second}\n]}\n`],
    ['with the first pet beside the bracket', `{"pets":[${first},\n${second}\n]}\n`],
    ['with Windows line breaks', `{"pets":[\r\n${first},\r\n${second}\r\n]}\r\n`],
    ['without a line break at the end', `{"pets":[\n${first},\n${second}\n]}`],
  ];
  for (const [what, text] of nearly) {
    test(`is rewritten if its layout is nearly ours: ${what}`, async () => {
      const path = await newPath(text);
      const storage = await open(path);
      await insert(storage, rex);
      await close(storage);
      const third = '{"id":3,"name":"Rex","categoryId":1}';
      expect(await readFile(path, 'utf8')).toBe(`{"pets":[\n${first},\n${second},\n${third}\n]}\n`);
    });
  }

  test('keeps its mode, its owner, and the symbolic link that leads to it', async () => {
    const path = await newPath(byHand);
    const link = `${dirname(path)}/link.json`;
    await symlink('pets.json', link);
    const mayGiveAway = process.getuid?.() === 0;
    if (mayGiveAway) await chown(path, 1234, 5678);
    await chmod(path, 0o640);
    const before = await stat(path);

    const storage = await open(link);
    expect((await storage.insert(rex)).isOk()).toBe(true);
    await close(storage);
    const after = await stat(path);
    expect(after.ino).not.toBe(before.ino);
    expect([after.mode, after.uid, after.gid]).toEqual([before.mode, before.uid, before.gid]);
    if (mayGiveAway) expect(after.uid).toBe(1234);
    expect((await lstat(link)).isSymbolicLink()).toBe(true);
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

function arbitraryFile(): fc.Arbitrary<WrittenFile> {
  const json = fc.jsonValue({ maxDepth: 2 });
  const key = fc.string().filter((name) => !['pets', 'id', 'name', 'categoryId', 'status', '__proto__'].includes(name));
  const member = fc.tuple(key, json);
  const pet = fc
    .record({
      newPet: arbitraryNewPet(),
      id: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER - 1 })),
      own: fc.uniqueArray(member, { maxLength: 2, selector: ([name]) => name }),
      order: fc.infiniteStream(fc.nat()),
    })
    .map(({ newPet, id, own, order }): WrittenPet => {
      const fields = [...Object.entries({ id, ...newPet }), ...own];
      return { pet: { id, ...newPet }, fields: fields.toSorted(() => ((order.next().value ?? 0) % 3) - 1) };
    });
  return fc.record({
    pets: fc.uniqueArray(pet, { maxLength: 12, selector: ({ pet: { id } }) => id }),
    otherMembers: fc.uniqueArray(member, { maxLength: 3, selector: ([name]) => name }),
    index: fc.nat(3),
    choices: fc.oneof(fc.constant([0]), fc.array(fc.nat(99), { minLength: 1, maxLength: 30 })),
    withByteOrderMark: fc.boolean(),
  });
}

function writeText({ pets, otherMembers, index, choices, withByteOrderMark }: WrittenFile): string {
  let at = 0;
  const choose = () => choices[at++ % choices.length] ?? 0;
  const space = () => ['', '', ' ', '\n', '\r\n', '\t', '\n    '][choose() % 7] ?? '';
  const list = (items: readonly string[]) => items.map((item) => `${space()}${item}${space()}`).join(',') || space();
  const object = (members: readonly (readonly [string, string])[]) =>
    `{${list(members.map(([key, value]) => `${string(key)}${space()}:${space()}${value}`))}}`;
  const string = (value: string) =>
    choose() % 3 > 0 ? JSON.stringify(value) : `"${[...value.split('')].map(escape).join('')}"`;
  const write = (value: unknown): string => {
    if (typeof value === 'string') return string(value);
    if (Array.isArray(value)) return `[${list(value.map(write))}]`;
    if (typeof value !== 'object' || value === null) return stringifyJson(value);
    return object(Object.entries(value).map(([key, field]) => [key, write(field)]));
  };

  const members = otherMembers.map(([key, value]) => [key, write(value)] as const);
  const petTexts = pets.map(({ fields }) => object(fields.map(([key, value]) => [key, write(value)])));
  members.splice(index, 0, ['pets', `[${list(petTexts)}]`]);
  return `${withByteOrderMark ? '\ufeff' : ''}${space()}${object(members)}${space()}`;
}

function escape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function parse(text: string): unknown {
  return unwrap(parseJson(text));
}
