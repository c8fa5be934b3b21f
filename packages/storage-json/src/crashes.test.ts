import { unwrap } from '@petstore/core';
import { isDeepStrictEqual } from 'node:util';
import type { NewPet, Pet, OpenStorage } from '@petstore/core';
import { describe, expect, test } from 'vitest';
import { openJsonStorageOn } from './json-storage.ts';
import { imagesAfterKill, imagesAfterPowerCut } from '../test/crash-images.ts';
import { withFaults } from '../test/faulty-file-system.ts';
import { MemoryDisk, readText, type DiskImage, type DiskOperation } from '../test/memory-disk.ts';

const path = '/home/pets.json';
const rexText = '{"id":1,"name":"Rex","categoryId":1}';
const rex: Pet = { id: 1, name: 'Rex', categoryId: 1 };

/** What was known at some moment of a run. */
interface Known {
  readonly acknowledged: readonly Pet[];
  readonly failed: readonly NewPet[];
}

/** A disk to start with. */
interface Scenario {
  readonly scenario: string;
  readonly image: DiskImage;
  readonly pets: readonly Pet[];
}

const scenarios: readonly Scenario[] = [
  { scenario: 'a missing file', image: { '/home/other': Buffer.from('') }, pets: [] },
  { scenario: 'a file without pets', image: file('{"pets":[\n]}\n'), pets: [] },
  { scenario: 'a file of our layout', image: file(`{"a":[\n1],\n"pets":[\n${rexText}\n]}\n`), pets: [rex] },
  { scenario: 'a file laid out by hand', image: file(`{ "pets": [ ${rexText} ], "a": [\n1] }`), pets: [rex] },
];

const newPets = [
  { name: 'first', categoryId: 1 },
  { name: 'second 🐕', categoryId: 2n ** 63n - 1n },
  { name: 'third "]}\n', categoryId: 3, status: 'available' },
  { name: 'fourth', categoryId: 4 },
  { name: 'fifth', categoryId: 5 },
  { name: 'sixth', categoryId: 6 },
  { name: 'seventh', categoryId: 7 },
] as const satisfies readonly NewPet[];

for (const { scenario, image, pets } of scenarios) {
  describe(`a JSON storage on ${scenario} keeps every acknowledged pet, and no other one in part,`, () => {
    for (const [cut, images] of [
      ['after a kill', imagesAfterKill],
      ['after a power cut', imagesAfterPowerCut],
    ] as const) {
      test(`${cut} at any moment, and after another one while the file is opened again`, async () => {
        const { disk, knownAt } = await createAll(image, pets);
        const seen = new Set<string>();
        for (let count = 0; count <= disk.operations.length; count++) {
          for (const crashed of images(image, disk.operations, count)) {
            const known = knownAt(count);
            if (!isNewCrash(seen, crashed, known)) continue;
            const repairing = await expectToHold(crashed, known, image);
            for (let repaired = 0; repaired < repairing.length; repaired++) {
              for (const crashedAgain of images(crashed, repairing, repaired)) {
                if (isNewCrash(seen, crashedAgain, known)) await expectToHold(crashedAgain, known, image);
              }
            }
          }
        }
        expect(seen.size).toBeGreaterThan(100);
      });
    }
  });
}

/** Creates pets singly and concurrently, reopens the file, lets one batch fail, and records what is known at each moment. */
async function createAll(image: DiskImage, pets: readonly Pet[]) {
  const disk = new MemoryDisk(image);
  const knowledge: (Known & { readonly since: number })[] = [{ since: 0, acknowledged: pets, failed: [] }];
  let [isFull, wroteHalf] = [false, false];
  const fileSystem = withFaults(disk.fileSystem, (operation) => {
    if (operation !== 'write' || !isFull) return 'works';
    if (!wroteHalf) {
      wroteHalf = true;
      return 'short';
    }
    isFull = false; // undoing the write needs no more room
    return 'fails';
  });

  const create = async (storage: OpenStorage, ...batch: readonly NewPet[]) => {
    const results = await Promise.all(batch.map((newPet) => storage.insert(newPet)));
    const { acknowledged, failed } = knowledge.at(-1) as Known;
    knowledge.push({
      since: disk.operations.length,
      acknowledged: [...acknowledged, ...results.flatMap((result) => (result.isOk() ? [result.value] : []))],
      failed: [...failed, ...batch.filter((_, index) => results[index]?.isErr())],
    });
  };

  const [first, second, third, fourth, fifth, sixth, seventh] = newPets;
  const storage = await unwrap(openJsonStorageOn(fileSystem, path));
  await create(storage, first);
  await create(storage, second, third);
  isFull = true;
  await create(storage, fourth, fifth);
  await unwrap(storage.close());
  const reopened = await unwrap(openJsonStorageOn(fileSystem, path));
  await create(reopened, sixth);
  await create(reopened, seventh);
  await unwrap(reopened.close());

  expect(knowledge.at(-1)).toMatchObject({ failed: [fourth, fifth], acknowledged: { length: pets.length + 5 } });
  return { disk, knownAt: (count: number) => knowledge.findLast(({ since }) => since <= count) as Known };
}

/** Opens a disk after a crash, compares it with what was known, and creates one more pet. Returns what the opening did. */
async function expectToHold(crashed: DiskImage, known: Known, before: DiskImage): Promise<readonly DiskOperation[]> {
  const disk = new MemoryDisk(crashed);
  const opening = await openJsonStorageOn(disk.fileSystem, path);
  const found = readText(crashed, path);
  if (opening.isErr()) throw new Error(`${opening.error.message}: ${JSON.stringify(found)}`);
  const pets = await unwrap(opening.value.list({ limit: 100 }));

  const opened = withoutContentOfTornEnds(disk.operations);
  const created = await unwrap(opening.value.insert({ name: 'after the crash', categoryId: 1 }));
  await unwrap(opening.value.close());

  const contains = (list: readonly NewPet[], pet: NewPet) => list.some((each) => isDeepStrictEqual(each, pet));
  const unacknowledged = pets.slice(known.acknowledged.length).map(({ id: _id, ...newPet }) => newPet);
  const { image } = disk;
  const { pets: written, ...others } = readDocument(image);
  const { pets: _pets, ...othersBefore } = readDocument(before);
  // One expectation: thousands of disks are compared.
  expect(
    {
      acknowledged: pets.slice(0, known.acknowledged.length),
      neverCreated: unacknowledged.filter((pet) => !contains(newPets, pet) || contains(known.failed, pet)),
      created: created.id,
      written: written.length,
      others,
      files: Object.keys(image)
        .filter((name) => !name.startsWith(`${path}.torn`))
        .toSorted(),
    },
    found,
  ).toEqual({
    acknowledged: known.acknowledged,
    neverCreated: [],
    created: pets.length + 1,
    written: pets.length + 1,
    others: othersBefore,
    files: [...new Set([...Object.keys(before), path])].toSorted(),
  });
  return opened;
}

function readDocument(image: DiskImage): { readonly pets: readonly unknown[] } {
  return path in image ? (JSON.parse(readText(image, path)) as { pets: unknown[] }) : { pets: [] };
}

/** Leaves out the content of kept torn ends. Nothing reads it, so a crash may leave any part of it. */
function withoutContentOfTornEnds(operations: readonly DiskOperation[]): readonly DiskOperation[] {
  const tornEnds = operations.flatMap((operation) =>
    operation.kind === 'create' && operation.path.startsWith(`${path}.torn`) ? [operation.inode] : [],
  );
  return operations.filter(
    (operation) => operation.kind === 'create' || !('inode' in operation && tornEnds.includes(operation.inode)),
  );
}

/** Whether a crash differs from all earlier crashes in its files or in what was known. Kept torn ends do not count. */
function isNewCrash(seen: Set<string>, crashed: DiskImage, { acknowledged, failed }: Known): boolean {
  const files = Object.entries(crashed)
    .filter(([name]) => !name.startsWith(`${path}.torn`))
    .map(([name, content]) => `${name} ${content.length} ${Buffer.from(content).toString('latin1')}`);
  const key = [acknowledged.length, failed.length, ...files].join(' ');
  return !seen.has(key) && seen.add(key).size > 0;
}

function file(text: string): DiskImage {
  return { [path]: Buffer.from(text) };
}
