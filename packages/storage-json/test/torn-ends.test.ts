import { unwrap } from '@petstore/core';
import { readFile, readdir, writeFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { openJsonStorage, openPetFile, type TornEnd } from '../src/index.ts';
import { openJsonStorageOn } from '../src/json-storage.ts';
import { openPetFileOn } from '../src/pet-file.ts';
import { withFaults, type OperationName } from './faulty-file-system.ts';
import { MemoryDisk, readText } from './memory-disk.ts';
import { close, list, open } from './opened.ts';
import { petFilePaths } from './pet-file-paths.ts';

const newPath = await petFilePaths();
const whole = `{"pets":[\n${[1, 2, 3].map((id) => `{"id":${id},"name":"Pet ${id}","categoryId":1}`).join(',\n')}\n]}\n`;

/** Opens and closes a file. Returns its pets and the reported torn ends. */
async function openReporting(path: string) {
  const reports: TornEnd[] = [];
  const storage = await unwrap(openJsonStorage(path, { onTornEnd: (report) => reports.push(report) }));
  const pets = await list(storage);
  await close(storage);
  return { reports, pets };
}

describe('an incomplete copy of a file', () => {
  test('is opened without losing a byte, and the torn end is reported, wherever the copy ends', async () => {
    for (let length = '{"pets":[\n]}'.length + 1; length < whole.length - 1; length++) {
      const path = await newPath(whole.slice(0, length));
      const { reports, pets } = await openReporting(path);
      const kept = (await readdir(dirname(path))).includes('pets.json.torn')
        ? await readFile(`${path}.torn`, 'utf8')
        : undefined;
      expect(kept).not.toBe(''); // a file is made only for bytes

      expect(reports).toEqual([
        { bytes: kept?.length ?? 0, path: kept === undefined ? undefined : `${path}.torn`, pets: pets.length },
      ]);
      const repaired = await readFile(path, 'utf8');
      expect(repaired.endsWith('\n]}\n')).toBe(true);
      expect(repaired.slice(0, -4) + (kept ?? '')).toBe(whole.slice(0, length));
      expect((await openReporting(path)).reports).toEqual([]);
    }
  });

  test('is reported on console.warn if there is no listener', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const path = await newPath(whole.slice(0, -20));
    expect(await list(await open(path))).toHaveLength(2);
    expect(await readFile(`${path}.torn`, 'utf8')).toContain('"Pet 3"');
    expect(warn.mock.calls).toEqual([[expect.stringContaining(`kept in ${path}.torn. Pets that remain: 2.`)]]);
    warn.mockRestore();
  });
});

test('torn ends that were kept before are not overwritten', async () => {
  const path = await newPath(whole.slice(0, -20));
  await writeFile(`${path}.torn`, 'kept before');
  await writeFile(`${path}.torn.1`, 'kept before, too');
  const { reports } = await openReporting(path);
  expect(reports).toMatchObject([{ path: `${path}.torn.2` }]);
  expect(await readFile(`${path}.torn`, 'utf8')).toBe('kept before');
  expect(await readFile(`${path}.torn.1`, 'utf8')).toBe('kept before, too');
  expect(await readFile(`${path}.torn.2`, 'utf8')).toContain('"Pet 3"');
});

test.each([
  [
    'throws',
    () => {
      throw new Error('The listener is broken.');
    },
  ],
  ['rejects', () => Promise.reject(new Error('The listener is broken.'))],
])('a file is repaired once, even if the listener %s', async (_how, onTornEnd: () => void) => {
  const path = await newPath(whole.slice(0, -20));
  const file = await unwrap(openPetFile(path, { onTornEnd }));
  await expect(file.read()).rejects.toThrow(
    `The pet file ${path} was repaired, but onTornEnd failed (The listener is broken.)`,
  );
  const document = await file.read();
  document.pets.push({ id: 4, name: 'Bello', categoryId: 1 });
  await file.write(document);
  await file.close();
  expect((await readdir(dirname(path))).sort()).toEqual(['pets.json', 'pets.json.torn']);
  expect((await stat(`${path}.torn`)).mode & 0o777).toBe(0o600); // only its owner can read it
  const torn = await newPath(whole.slice(0, -20));
  const opened = await openJsonStorage(torn, { onTornEnd });
  expect(opened._unsafeUnwrapErr().message).toMatch(torn);
  expect((await openReporting(path)).pets.map(({ id }) => id)).toEqual([1, 2, 4]);
});

test('nothing is reported for a whole file or a new one', async () => {
  for (const content of [undefined, '', whole, '{ "pets": [] }']) {
    expect((await openReporting(await newPath(content))).reports).toEqual([]);
  }
});

describe('a torn end', () => {
  const path = '/home/pets.json';
  const torn = whole.slice(0, -20);

  test('is on the disk before the file changes', async () => {
    const operations: string[] = [];
    const disk = new MemoryDisk({ [path]: Buffer.from(torn) });
    const storage = await unwrap(openJsonStorageOn(disk.fileSystem, path));
    const kept = disk.operations.find((operation) => operation.kind === 'create');
    for (const operation of disk.operations) {
      const file = 'inode' in operation ? (operation.inode === kept?.inode ? ' torn' : ' pets') : '';
      operations.push(`${operation.kind}${file}`);
    }
    expect(operations.slice(0, 6)).toEqual([
      'syncDirectory',
      'create torn',
      'write torn',
      'sync torn',
      'syncDirectory',
      'truncate pets',
    ]);
    await close(storage);
  });

  test.each<[operation: OperationName, count: number]>([
    ['open', 2],
    ['file.write', 1],
    ['file.sync', 1],
    ['syncDirectory', 2],
    ['file.close', 1],
  ])(
    'that cannot be kept, because %s fails, stops the opening: the file does not change, and no part of a copy stays',
    async (operation, count) => {
      const disk = new MemoryDisk({ [path]: Buffer.from(torn) });
      let seen = 0;
      const failing = withFaults(disk.fileSystem, (each) =>
        each === operation && ++seen === count ? 'fails' : 'works',
      );
      const { message } = (await openJsonStorageOn(failing, path))._unsafeUnwrapErr();
      expect(message).toContain(`The pet file ${path} is torn, and its torn end cannot be kept`);
      expect(message).toContain(`EIO: ${operation}`);
      expect(readText(disk.image, path)).toBe(torn);
      expect(Object.keys(disk.image)).toEqual([path]);
    },
  );
});

describe('a repair that fails', () => {
  const path = '/home/pets.json';
  const torn = whole.slice(0, -20);
  const rex = { id: 9, name: 'Rex', categoryId: 1 };

  test.each<[state: string, operation: OperationName, text: string, ids: readonly number[]]>([
    ['a torn file', 'file.datasync', torn, [1, 2]],
    ['a new file', 'file.datasync', '', []],
    ['a whole file', 'file.datasync', whole, [1, 2, 3]],
  ])('of %s, because %s fails, is final until the next opening', async (_state, operation, text, ids) => {
    const disk = new MemoryDisk({ [path]: Buffer.from(text) });
    let isFaulty = true;
    const fileSystem = withFaults(disk.fileSystem, (each) => (isFaulty && each === operation ? 'fails' : 'works'));
    const reports: TornEnd[] = [];
    const file = await openPetFileOn(fileSystem, path, { lock: false, onTornEnd: (report) => reports.push(report) });
    const reason = `EIO: ${operation}`;
    await expect(file.read()).rejects.toThrow(reason);
    expect(reports).toEqual([]);
    isFaulty = false;
    const document = await file.read();
    document.pets.push(rex);
    for (const written of [document, { pets: [rex] }]) {
      const { message } = (await file.write(written).catch((error: unknown) => error as Error)) as Error;
      expect(message).toContain('until it is opened again');
      expect(message).toContain(reason);
    }
    await file.close();

    const storage = await unwrap(openJsonStorageOn(disk.fileSystem, path));
    expect((await list(storage)).map(({ id }) => id)).toEqual(ids);
    await close(storage);
  });

  test.each<[operation: OperationName, text: string, ids: readonly number[]]>([
    ['file.truncate', torn, [1, 2]],
    ['file.write', '', []],
  ])('before its sync, because %s fails, is tried again by the next read', async (operation, text, ids) => {
    const disk = new MemoryDisk({ [path]: Buffer.from(text) });
    let isFaulty = true;
    const fileSystem = withFaults(disk.fileSystem, (each) => (isFaulty && each === operation ? 'fails' : 'works'));
    const file = await openPetFileOn(fileSystem, path, {});
    await expect(file.read()).rejects.toThrow(`EIO: ${operation}`);
    await expect(file.write({ pets: [rex] })).rejects.toThrow('must be read before it is written to');
    isFaulty = false;
    const document = await file.read();
    expect(document.pets.map(({ id }) => id)).toEqual(ids);
    document.pets.push(rex);
    await file.write(document);
    await file.close();
    expect(JSON.parse(readText(disk.image, path))).toHaveProperty('pets.length', ids.length + 1);
  });
});
