import { unwrap } from '@petstore/core';
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { openJsonStorage, type TornEnd } from '../src/index.ts';
import { close, list, open } from './opened.ts';
import { petFilePaths } from './pet-file-paths.ts';

const newPath = await petFilePaths();
const rex = { id: 1, name: 'Rex', categoryId: 1 };
const opening = '{"pets":[';
const withRex = `${opening}\n${JSON.stringify(rex)}`;
const closing = '\n]}\n';

describe('a torn last line is cut off on opening and reported, and what is whole before it stays', () => {
  const halfADog = Buffer.from('🐕').subarray(0, 2);
  const torn: readonly (readonly [what: string, content: string | Uint8Array, left: string])[] = [
    ['a pet that breaks off', `${withRex},\n{"id":2,"name":"Bel`, withRex],
    ['a character that breaks off', Buffer.concat([Buffer.from(`${withRex},\n{"id":2,"name":"`), halfADog]), withRex],
    ['the first byte of a pet', `${withRex},\n{`, withRex],
    ['a comma', `${withRex},`, withRex],
    ['a comma over the closing text', `${withRex},]}\n`, withRex],
    ['a comma and a line break over the closing text', `${withRex},\n}\n`, withRex],
    ['the beginning of a pet over the closing text', `${withRex},\n{\n`, withRex],
    ['a closing text that breaks off', `${withRex}\n]`, withRex],
    ['a closing text that is missing', withRex, withRex],
    ['zeros after the closing text', `${withRex}${closing}${'\0'.repeat(500)}`, withRex],
    ['zeros and a later pet after the closing text', `${withRex}${closing}\0\0${withRex}`, withRex],
    ['zeros for the rest of a pet', `${withRex},\n{"id":2${'\0'.repeat(5000)}`, withRex],
    ['zeros between whole pets', `${withRex},\n${'\0'.repeat(40)}\n${withRex}${closing}`, withRex],
    ['the first pet of all', `${opening}\n{"id":1,"na`, opening],
    ['the first two bytes of the first pet over the closing text', `${opening}\n{}\n`, opening],
    ['the rest of an append whose undoing broke off', `${withRex}${closing}id":2,"name":"Bello"},\n{"id":3`, withRex],
  ];

  for (const [what, content, left] of torn) {
    test(what, async () => {
      const path = await newPath(content);
      const { storage, reports } = await openReporting(path);
      expect(reports).toMatchObject([{ pets: left === withRex ? 1 : 0 }]);
      expect(await list(storage)).toEqual(left === withRex ? [rex] : []);
      expect(await readFile(path, 'utf8')).toBe(left + closing);
      expect((await storage.insert({ name: 'Bello', categoryId: 2 })).isOk()).toBe(true);
      await close(storage);
      expect(JSON.parse(await readFile(path, 'utf8'))).toHaveProperty('pets.length', left === withRex ? 2 : 1);
    });
  }

  test('keeps the complete pets of a torn append, because their creations may have resolved', async () => {
    const path = await newPath(`${withRex},\n{"id":2,"name":"Bello","categoryId":1},\n{"id":3,"na`);
    const { storage, reports } = await openReporting(path);
    expect(reports).toMatchObject([{ pets: 2 }]);
    expect((await list(storage)).map(({ name }) => name)).toEqual(['Rex', 'Bello']);
    await close(storage);
  });
});

/** Opens a file, and collects the torn ends that it reports. */
async function openReporting(path: string) {
  const reports: TornEnd[] = [];
  const storage = await unwrap(openJsonStorage(path, { onTornEnd: (report) => reports.push(report) }));
  return { storage, reports };
}

test('a file whose creation was interrupted by a crash is new', async () => {
  const empty = opening + closing;
  for (let length = 0; length < empty.length; length++) {
    for (const zeros of ['', '\0'.repeat(empty.length - length)]) {
      const path = await newPath(empty.slice(0, length) + zeros);
      const storage = await open(path);
      expect(await readFile(path, 'utf8')).toBe(empty);
      expect(await list(storage)).toEqual([]);
      await close(storage);
    }
  }
});
