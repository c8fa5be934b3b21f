import { unwrap } from '@petstore/core';
import { readFile, readdir, writeFile, stat, symlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { openJsonStorage, type TornEnd } from '../src/index.ts';
import { openJsonStorageOn } from '../src/json-storage.ts';
import { nth, withFaults, type OperationName } from './faulty-file-system.ts';
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

describe('an incomplete copy of a pet file', () => {
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
    await open(await newPath(whole.slice(0, -4)));
    expect(warn.mock.calls).toEqual([
      [expect.stringContaining(`kept in ${path}.torn. Pets that remain: 2.`)],
      [expect.stringContaining('only its closing brackets were missing. Pets that remain: 3.')],
    ]);
    warn.mockRestore();
  });
});

test('the torn end of a pet file is kept in a file of its own, whatever stands at its names', async () => {
  const path = await newPath(whole.slice(0, -20));
  await writeFile(`${path}.torn`, 'kept before');
  await symlink('/dev/null', `${path}.torn.1`);
  const { reports } = await openReporting(path);
  expect(reports).toMatchObject([{ path: `${path}.torn.2` }]);
  expect(await readFile(`${path}.torn`, 'utf8')).toBe('kept before');
  expect(await readFile(`${path}.torn.2`, 'utf8')).toContain('"Pet 3"');
});

test('a torn pet file is repaired once, even if the listener fails', async () => {
  const path = await newPath(whole.slice(0, -20));
  const onTornEnd: () => unknown = () => Promise.reject(new Error('The listener is broken.'));
  expect((await openJsonStorage(path, { onTornEnd }))._unsafeUnwrapErr().message).toBe(
    `The pet file ${path} was repaired, but onTornEnd failed (The listener is broken.).`,
  );
  const { reports, pets } = await openReporting(path);
  expect(reports).toEqual([]);
  expect(pets.map(({ id }) => id)).toEqual([1, 2]);
  expect((await readdir(dirname(path))).sort()).toEqual(['pets.json', 'pets.json.torn']);
  expect((await stat(`${path}.torn`)).mode & 0o777).toBe(0o600); // only its owner can read it
});

describe('the torn end of a pet file', () => {
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
    ['write', 1],
    ['fsync', 1],
    ['syncDirectory', 2],
  ])(
    'that cannot be kept, because %s fails, stops the opening: the file does not change, and no part of a copy stays',
    async (operation, count) => {
      const disk = new MemoryDisk({ [path]: Buffer.from(torn) });
      const plan = nth(operation, count, () => 'fails');
      const failing = withFaults(disk.fileSystem, plan);
      const { message } = (await openJsonStorageOn(failing, path))._unsafeUnwrapErr();
      expect(message).toContain(`The pet file ${path} is torn, and its torn end cannot be kept beside it`);
      expect(message).toContain(`: remove the cause, or open a copy of it elsewhere (EIO: ${operation}`);
      expect(readText(disk.image, path)).toBe(torn);
      expect(Object.keys(disk.image)).toEqual([path]);
    },
  );

  test.each<OperationName>(['ftruncate', 'fdatasync'])('is not reported if %s fails afterwards', async (operation) => {
    const disk = new MemoryDisk({ [path]: Buffer.from(torn) });
    const faulty = withFaults(disk.fileSystem, (each) => (each === operation ? 'fails' : 'works'));
    const reports: TornEnd[] = [];
    const opening = await openJsonStorageOn(faulty, path, { onTornEnd: (report) => reports.push(report) });
    expect(opening._unsafeUnwrapErr().message).toContain(`EIO: ${operation}`);
    expect(reports).toEqual([]);
  });
});
