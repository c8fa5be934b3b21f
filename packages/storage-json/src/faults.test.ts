import { createFrozenPet, type NewPet, type Pet, type StorageFailure, unwrap } from '@petstore/core';
import { describe, expect, test } from 'vitest';
import { openJsonStorageOn } from './json-storage.ts';
import { withFaults, type FaultPlan, type OperationName } from '../test/faulty-file-system.ts';
import { MemoryDisk, readText, type DiskImage } from '../test/memory-disk.ts';
import { list } from '../test/opened.ts';

const path = '/home/pets.json';
const newRex: NewPet = { name: 'Rex', categoryId: 1 };
const newBello: NewPet = { name: 'Bello', categoryId: 2 ** 40, status: 'sold' };
const [rex, bello] = [createFrozenPet(1, newRex), createFrozenPet(2, newBello)];
const [rexText, belloText] = [JSON.stringify(rex), JSON.stringify(bello)];

/** The files to start with, and the pets in them. */
const starts: readonly { readonly start: string; readonly image: DiskImage; readonly pets: readonly Pet[] }[] = [
  { start: 'a missing file', image: { '/home/other': Buffer.from('') }, pets: [] },
  { start: 'an empty file', image: file(''), pets: [] },
  { start: 'a file of white space', image: file(`\uFEFF${'\r\n'.repeat(20)}`), pets: [] },
  { start: 'a file of our layout', image: file(`{"pets":[\n${rexText},\n${belloText}\n]}\n`), pets: [rex, bello] },
  { start: 'a file of our layout without pets', image: file('{"pets":[\n]}\n'), pets: [] },
  { start: 'a file with a torn line', image: file(`{"pets":[\n${rexText},\n{"id":2,"na`), pets: [rex] },
  {
    start: 'a file laid out by hand and what a crash left of rewriting it',
    image: {
      ...file(`{"pets": [${rexText}, ${belloText}], "a": 1}`),
      '/home/pets.json.petstore-temporary': Buffer.from('{'),
    },
    pets: [rex, bello],
  },
];

/** Faults to inject into a run. They are tried at each step, and with each kind of operation if they need one. */
interface FaultCase {
  /** What fails. It follows "if" in the title of a test. */
  readonly condition: string;
  readonly plan: (fault: number, kind: OperationName) => FaultPlan;
  readonly ofEveryKind?: true;
  /** Whether pets whose creation failed may be in the file: on a dead disk a write cannot be undone. */
  readonly mayKeepFailed?: true;
}

const faultCases: readonly FaultCase[] = [
  { condition: 'nothing fails', plan: () => () => 'works' },
  { condition: 'an operation fails once', plan: (fault) => (_, step) => (step === fault ? 'fails' : 'works') },
  {
    condition: 'an operation is done, and reported as failed, once',
    plan: (fault) => (_, step) => (step === fault ? 'done but reported as failed' : 'works'),
  },
  {
    condition: 'one kind of operation keeps failing',
    plan: (fault, kind) => (operation, step) => (step >= fault && operation === kind ? 'fails' : 'works'),
    ofEveryKind: true,
  },
  {
    condition: 'one kind of operation is done, but keeps being reported as failed',
    plan: (fault, kind) => (operation, step) =>
      step >= fault && operation === kind ? 'done but reported as failed' : 'works',
    ofEveryKind: true,
  },
  {
    condition: 'every later write is short',
    plan: (fault) => (operation, step) => (step >= fault && operation === 'write' ? 'short' : 'works'),
  },
  ...[1, 2, 3].map((count) => ({
    condition: `a write is short, and this many operations after it fail: ${count}`,
    plan: (fault: number) => afterShortWrite(fault, (_, stepsAfter) => stepsAfter <= count),
  })),
  {
    condition: 'a write is short, and one kind of operation keeps failing after it',
    plan: (fault, kind) => afterShortWrite(fault, (operation) => operation === kind),
    ofEveryKind: true,
  },
  {
    condition: 'every later operation fails',
    plan: (fault) => (_, step) => (step >= fault ? 'fails' : 'works'),
    mayKeepFailed: true,
  },
];

/** The pets to create: alone, at once, and alone again. */
const batches: readonly (readonly NewPet[])[] = [
  [{ name: 'first', categoryId: 1 }],
  [
    { name: 'second', categoryId: 2n ** 63n - 1n },
    { name: 'third', categoryId: 3, status: 'available' },
    { name: 'fourth "]}\n', categoryId: 4, status: 'pending' },
  ],
  [{ name: 'fifth', categoryId: -5 }],
  [{ name: 'sixth', categoryId: 6 }],
];

for (const { start, image, pets } of starts) {
  describe(`a JSON storage on ${start} holds what was acknowledged, in memory and once it is reopened,`, () => {
    for (const { condition, plan, ofEveryKind = false, mayKeepFailed = false } of faultCases) {
      test(`if ${condition}`, { tags: ofEveryKind ? ['slow'] : [] }, async () => {
        const operations = await trace(image, pets);
        for (const kind of ofEveryKind ? new Set(operations) : operations.slice(0, 1)) {
          for (let fault = 0; fault <= operations.length; fault++) {
            // Without a fault at this step, the run would repeat the one without faults.
            const operation = operations[fault];
            if (operation !== undefined && plan(fault, kind)(operation, fault) === 'works') continue;
            await expectAcknowledged(image, pets, plan(fault, kind), mayKeepFailed);
          }
        }
      });
    }
  });
}

describe('a failure of the disk', () => {
  const fails = (...failing: OperationName[]) => {
    let on = false;
    const plan: FaultPlan = (operation) => (on && failing.includes(operation) ? 'fails' : 'works');
    return { plan, begin: () => (on = true), end: () => (on = false) };
  };

  test.each<OperationName>(['write', 'stat'])(
    'of %s fails only the creations of its batch, and the next creation gets their first id',
    async (operation) => {
      const fault = fails(operation);
      const storage = await unwrap(
        openJsonStorageOn(withFaults(new MemoryDisk({ '/home/a': Buffer.from('') }).fileSystem, fault.plan), path),
      );
      fault.begin();
      for (const result of await Promise.all([storage.insert(newRex), storage.insert(newBello)])) {
        expect(result._unsafeUnwrapErr()).toMatchObject({ outcome: 'not_created' });
      }
      fault.end();
      expect(await list(storage)).toEqual([]);
      expect(await unwrap(storage.insert(newRex))).toEqual(rex);
    },
  );

  test.each([`{"pets":[\n${rexText}\n]}\n`, `{"pets":[\n${rexText},\n{"id":2,"na`])(
    'of a sync while a file is opened says nothing of reads: %j',
    async (text) => {
      const plan: FaultPlan = (operation) => (operation === 'fdatasync' ? 'fails' : 'works');
      const fileSystem = withFaults(new MemoryDisk(file(text)).fileSystem, plan);
      const failure = (await openJsonStorageOn(fileSystem, path))._unsafeUnwrapErr();
      expect(failure.message).toMatch(
        / cannot be made durable: check its disk \(EIO: fdatasync failed as planned\)\.$/,
      );
    },
  );

  const stopping: readonly (readonly [what: string, plan: (begun: () => boolean) => FaultPlan, cause: string])[] = [
    [
      'a sync that fails',
      (begun) => (operation) => (begun() && operation === 'fdatasync' ? 'fails' : 'works'),
      'EIO: fdatasync',
    ],
    ...(['ftruncate', 'fdatasync', 'fstat'] as const).map(
      (undoing) =>
        [
          `a write that fails in the middle, and ${undoing} while it is undone`,
          (begun: () => boolean) => {
            let writes = 0;
            return (operation: OperationName) => {
              if (!begun()) return 'works';
              if (operation === 'write') return (['short', 'fails'] as const)[writes++] ?? 'works';
              return writes === 3 - Number(undoing === 'ftruncate') && operation === undoing ? 'fails' : 'works';
            };
          },
          'EIO: write',
        ] as const,
    ),
  ];

  for (const [what, makePlan, cause] of stopping) {
    test(`stops creations until the file is opened again, but not reads: ${what}`, async () => {
      const disk = new MemoryDisk(file(`{"pets":[\n${rexText}\n]}\n`));
      let begun = false;
      const plan = makePlan(() => begun);
      const storage = await unwrap(openJsonStorageOn(withFaults(disk.fileSystem, plan), path));
      begun = true;
      const first = (await storage.insert(newBello))._unsafeUnwrapErr();
      begun = false;
      const second = (await storage.insert(newBello))._unsafeUnwrapErr();
      expect([first.outcome, second.outcome]).toEqual(['unknown', 'not_created']); // the second one was not tried
      for (const { message } of [first, second]) {
        expect(message).toContain(
          `The pet file ${path} accepts no more pets until it is opened again, and reads still work`,
        );
        expect(message).toMatch(/reads still work\. .*unknown: restart the server/);
        expect(message).toContain(cause);
      }
      expect(await list(storage)).toEqual([rex]);
      expect(await unwrap(storage.findById(1))).toEqual(rex);
      expect((await storage.close()).isOk()).toBe(true);
    });
  }
});

/** The operations of a run in which nothing fails. */
async function trace(image: DiskImage, before: readonly Pet[]): Promise<readonly OperationName[]> {
  const operations: OperationName[] = [];
  const record: FaultPlan = (operation) => {
    operations.push(operation);
    return 'works';
  };
  const { acknowledged } = await createAll(new MemoryDisk(image), before, record);
  expect(acknowledged.length).toBe(before.length + batches.flat().length);
  return operations;
}

/** Creates pets with faults, opens the file again without faults, and compares both with the acknowledged pets. */
async function expectAcknowledged(
  image: DiskImage,
  before: readonly Pet[],
  plan: FaultPlan,
  mayKeepFailed: boolean,
): Promise<void> {
  const disk = new MemoryDisk(image);
  const { acknowledged, unknown } = await createAll(disk, before, plan);
  disk.endProcesses();

  const reopened = await unwrap(openJsonStorageOn(disk.fileSystem, path));
  const listed = await list(reopened);
  const unacknowledged = listed.slice(acknowledged.length).map(({ id: _id, ...newPet }) => newPet);
  if (mayKeepFailed) expect(unknown).toEqual(expect.arrayContaining(unacknowledged));

  await unwrap(reopened.insert({ name: 'after', categoryId: 1 }));
  await unwrap(reopened.close());
  const files = Object.keys(disk.image);
  const isNew = (name: string) => !(name in image) && !name.startsWith(`${path}.torn`);
  // One expectation: thousands of runs are compared.
  expect({
    listed: mayKeepFailed ? listed.slice(0, acknowledged.length) : listed,
    written: (JSON.parse(readText(disk.image, path)) as { pets: unknown[] }).pets.length,
    newFiles: files.filter(isNew),
    temporaryFiles: files.filter((name) => name.endsWith('-temporary')),
  }).toEqual({
    listed: acknowledged,
    written: listed.length + 1,
    newFiles: path in image ? [] : [path],
    temporaryFiles: [],
  });
}

/** Creates the batches of pets, and compares the list with the acknowledged pets after each batch. */
async function createAll(
  disk: MemoryDisk,
  before: readonly Pet[],
  plan: FaultPlan,
): Promise<{ acknowledged: readonly Pet[]; unknown: readonly NewPet[] }> {
  const opening = await openJsonStorageOn(withFaults(disk.fileSystem, plan), path);
  if (opening.isErr()) {
    expectToNameFileAndCause(opening.error);
    return { acknowledged: before, unknown: [] };
  }
  const storage = opening.value;
  const acknowledged = [...before];
  const unknown: NewPet[] = []; // not those whose failure says that they were not stored
  for (const batch of batches) {
    const results = await Promise.all(batch.map((newPet) => storage.insert(newPet)));
    for (const [index, result] of results.entries()) {
      if (result.isOk()) acknowledged.push(result.value);
      else {
        expectToNameFileAndCause(result.error);
        if (result.error.outcome !== 'not_created') unknown.push(batch[index] as NewPet);
      }
    }
    expect(await list(storage)).toEqual(acknowledged);
  }
  const closing = await storage.close();
  if (closing.isErr()) expectToNameFileAndCause(closing.error);
  return { acknowledged, unknown };
}

/** Makes the operation at a step a short write, and lets some operations after it fail. */
function afterShortWrite(
  shortStep: number,
  isFailing: (operation: OperationName, stepsAfter: number) => boolean,
): FaultPlan {
  let wasShort = false;
  return (operation, step) => {
    if (step === shortStep && operation === 'write') {
      wasShort = true;
      return 'short';
    }
    return wasShort && isFailing(operation, step - shortStep) ? 'fails' : 'works';
  };
}

function expectToNameFileAndCause({ code, message, cause }: StorageFailure): void {
  const namesFile = new RegExp(`^The pet file ${path} [a-z]`).test(message); // then it tells what failed
  // If a rename is done but reports a failure, the storage takes the new file for another program's.
  const hasCause = message.includes('replaced by another program') || (cause as { code: unknown }).code === 'EIO';
  expect({ code, namesFile, hasCause }, message).toEqual({ code: 'storage_failure', namesFile: true, hasCause: true });
}

function file(text: string): DiskImage {
  return { [path]: Buffer.from(text) };
}
