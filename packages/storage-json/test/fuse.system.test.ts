import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { unwrap } from '@petstore/core';
import { describe, expect, test } from 'vitest';
import { attempt, mount, whySkipped } from './mounts.ts';
import { close, insert, open } from './opened.ts';
import { petFilePaths } from './pet-file-paths.ts';

const newPath = await petFilePaths();
const rex = { name: 'Rex', categoryId: 1 };
const max = { name: 'Max', categoryId: 1 };
const changed = 'was changed or replaced by another program';
const byHand = '{ "pets": [ {"id":1,"name":"Rex","categoryId":1} ] }';

/** The path of a file, and a path that leads to it through FUSE. There the kernel has another lock and another cache. */
const contents = ['', '{"pets":[\n{"id":1,"name":"Rex","categoryId":1}\n]}\n', byHand];
const paths = await Promise.all(contents.map((content) => newPath(content)));
const mounted = attempt(() =>
  paths.map((path) => {
    const folder = join(dirname(dirname(path)), `mounted-${String(paths.indexOf(path))}`);
    mkdirSync(folder);
    mount('bindfs', [dirname(path)], folder);
    return { direct: path, fuse: join(folder, 'pets.json') };
  }),
);

describe.skipIf(mounted.isErr())(`a file that is opened directly and through FUSE${whySkipped(mounted)}`, () => {
  for (const [index, { direct, fuse }] of mounted.unwrapOr([]).entries()) {
    test(`keeps every acknowledged pet, and refuses the others, with the content ${JSON.stringify(contents[index])}`, async () => {
      for (const [first, second] of [
        [direct, fuse],
        [fuse, direct],
      ] as const) {
        const [one, other] = [await open(first), await open(second)];
        const acknowledged = [await insert(one, rex)];
        const failure = (await other.insert(max))._unsafeUnwrapErr();
        expect(failure.message).toContain(changed);
        expect(failure.message).toContain('restart the server');
        acknowledged.push(await insert(one, rex));
        expect((await other.insert(max)).isErr()).toBe(true);
        await close(one);
        await close(other);
        const { pets } = JSON.parse(readFileSync(direct, 'utf8')) as { pets: unknown[] };
        expect(pets.slice(-2)).toEqual(acknowledged);
      }
    });
  }

  test('works through FUSE alone', async () => {
    const path = unwrap(mounted)[0]?.fuse ?? '';
    const storage = await open(path);
    const before = await unwrap(storage.list({ limit: 100 }));
    const created = await Promise.all(Array.from({ length: 20 }, () => insert(storage, rex)));
    created.push(await insert(storage, max));
    await close(storage);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ pets: [...before, ...created] });
  });
});
