import { execFileSync } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPetStore, type NewPet, type Pet, unwrap } from '@petstore/core';
import type { RequestLog } from '@petstore/http';
import { startServer } from '@petstore/http-node';
import { expect, test } from 'vitest';
import { attempt, mountRamDisk, whySkipped } from './mounts.ts';
import { close, open } from './opened.ts';
import { petFilePaths } from './pet-file-paths.ts';

const newPath = await petFilePaths();

const ramDisk = attempt(mountRamDisk);
test.skipIf(ramDisk.isErr())(
  `on a full disk creations fail and reads work, until there is room again${whySkipped(ramDisk)}`,
  async () => {
    const folder = unwrap(ramDisk);
    const ballast = join(folder, 'ballast');
    await writeFile(ballast, Buffer.alloc(64 * 1024));
    await expectToSurvive('ENOSPC', join(folder, 'pets.json'), () => rm(ballast));
  },
);

const anotherRamDisk = attempt(mountRamDisk);
test.skipIf(anotherRamDisk.isErr())(
  `over HTTP, on a full disk creations are 503 and lists 200, until there is room again${whySkipped(anotherRamDisk)}`,
  async () => {
    const folder = unwrap(anotherRamDisk);
    const ballast = join(folder, 'ballast');
    await writeFile(ballast, Buffer.alloc(64 * 1024));
    const storage = await open(join(folder, 'pets.json'));
    const store = createPetStore({ storage });
    const failures: unknown[] = [];
    const onRequest = ({ failure }: RequestLog) => {
      if (failure !== undefined) failures.push(failure);
    };
    const server = await unwrap(startServer({ store, apiKeys: ['key'], storage, onRequest }));
    const headers = { Authorization: 'Bearer key', 'Content-Type': 'application/json' };
    const body = JSON.stringify({ name: 'x'.repeat(10_000), categoryId: 1 });
    const create = async () => (await fetch(`${server.url}/pets`, { method: 'POST', headers, body })).status;
    const list = async () => (await (await fetch(`${server.url}/pets`, { headers })).json()) as unknown[];

    let created = 0;
    let status = await create();
    for (; status === 201; status = await create()) created++;
    expect(status).toBe(503);
    expect(failures).toEqual([expect.objectContaining({ code: 'storage_failure', outcome: 'not_stored' })]);
    expect(await list()).toHaveLength(created);

    await rm(ballast);
    expect(await create()).toBe(201);
    expect(await list()).toHaveLength(created + 1);
    await unwrap(server.close());
  },
);

const limited = attempt(() => {
  limitFileSize('unlimited');
});
test.skipIf(limited.isErr())(
  `at the limit of file sizes creations fail and reads work, until it is raised${whySkipped(limited)}`,
  async () => {
    const path = await newPath();
    limitFileSize(String(64 * 1024));
    try {
      await expectToSurvive('EFBIG', path, () => {
        limitFileSize('unlimited');
      });
    } finally {
      limitFileSize('unlimited');
    }
  },
);

/** Creates pets until there is no room for them, makes room, and creates some more. */
async function expectToSurvive(code: string, path: string, makeRoom: () => unknown): Promise<void> {
  const storage = await open(path);
  const created: Pet[] = [];
  const create = async (name: string) => {
    const newPets: NewPet[] = Array.from({ length: 8 }, (_, index) => ({ name, categoryId: index }));
    const results = await Promise.all(newPets.map((newPet) => storage.insert(newPet)));
    for (const result of results) {
      if (result.isOk()) created.push(result.value);
      else {
        expect(result.error.message).toContain(`The pet file ${path} cannot be written to (${code}`);
        expect(result.error.outcome).toBe('not_stored');
      }
    }
    expect(await unwrap(storage.list({ limit: 10_000 }))).toEqual(created);
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ pets: created });
    return results.every((result) => result.isOk());
  };

  while (await create('x'.repeat(100)));
  const before = created.length;
  expect(before).toBeGreaterThan(100);
  for (let i = 0; i < 3; i++) expect(await create('x'.repeat(1000))).toBe(false);
  expect(created.length).toBe(before);

  await makeRoom();
  expect(await create('x'.repeat(1000))).toBe(true);
  await close(storage);
  const reopened = await open(path);
  expect(await unwrap(reopened.list({ limit: 10_000 }))).toEqual(created);
  await close(reopened);
}

/** Limits the size of the files that this process writes, in bytes. */
function limitFileSize(size: string): void {
  execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${size}:`], { stdio: 'pipe' });
}
