import { describe, expect, test } from 'vitest';
import { openJsonStorageOn } from '../src/open-json-storage.ts';
import { withFaults, type Fates, type OperationName } from './faulty-file-system.ts';
import { MemoryDisk } from './memory-disk.ts';

const path = '/home/pets.json';
const ours = '{"pets":[\n]}\n';
const torn = '{"pets":[\n{"id":1,"na';
const byHand = '{ "pets": [] }';
const rex = { name: 'Rex', categoryId: 1 };

/** An operation that fails, the first or the second … of its name, and what the failure says of the file. */
type Case = readonly [operation: OperationName, count: number, expected: string];

const cannotBeLocked =
  'cannot be locked on this platform; if nothing else can have it open, open it without (lock: false, petstore --no-lock)';
const takesNoMore = 'takes no more pets until it is opened again, and reads go on:';

describe('a failure says what cannot be done, and why: of opening', () => {
  const openings: Readonly<Record<string, readonly Case[]>> = {
    [ours]: [
      ['loadLock', 1, cannotBeLocked],
      ['status', 1, 'cannot be opened'],
      ['open', 1, 'cannot be opened'],
      ['file.status', 1, 'cannot be opened'],
      ['file.tryLock', 1, cannotBeLocked],
      ['status', 2, 'cannot be opened'],
      ['realPath', 1, 'cannot be opened'],
      ['list', 1, 'cannot be opened'],
      ['syncDirectory', 1, 'cannot be made durable'],
      ['file.status', 2, 'cannot be read'],
      ['file.read', 1, 'cannot be read'],
      ['file.status', 3, 'cannot be read'],
      ['status', 3, 'cannot be read'],
      ['file.syncData', 1, 'cannot be written to'],
      ['file.status', 4, 'cannot be read'],
    ],
    [torn]: [
      ['file.write', 2, 'cannot be written to'],
      ['file.truncate', 1, 'cannot be written to'],
    ],
  };
  for (const [text, cases] of Object.entries(openings)) {
    test.each(cases)('%s, the %ith', async (operation, count, expected) => {
      const { fileSystem } = diskWith(text);
      const opened = await openJsonStorageOn(withFaults(fileSystem, nth(operation, count)), path);
      expectToSay(opened._unsafeUnwrapErr(), expected, operation);
    });
  }

  test('a new file', async () => {
    const { fileSystem } = new MemoryDisk({ '/home/other': Buffer.from('') });
    const opened = await openJsonStorageOn(withFaults(fileSystem, nth('open', 1)), path);
    expectToSay(opened._unsafeUnwrapErr(), 'cannot be created', 'open');
  });
});

describe('a failure says what cannot be done, and why: of', () => {
  const creations: Readonly<Record<string, readonly Case[]>> = {
    [ours]: [
      ['file.status', 1, 'cannot be read'],
      ['status', 1, 'cannot be read'],
      ['file.write', 1, 'cannot be written to'],
      ['file.status', 2, 'cannot be written to'],
      ['file.syncData', 1, `${takesNoMore} what a failed write has left on the disk is not known`],
    ],
    [byHand]: [
      ['file.status', 2, 'cannot be read'],
      ['open', 1, 'cannot be rewritten'],
      ['syncDirectory', 1, `${takesNoMore} the rewritten file may not be on the disk`],
      ['file.status', 5, `${takesNoMore} the rewritten file may not be on the disk`],
    ],
  };
  for (const [text, cases] of Object.entries(creations)) {
    test.each(cases)(`a creation in ${JSON.stringify(text)}: %s, the %ith`, async (operation, count, expected) => {
      const storage = await openFailing(text, nth(operation, count));
      expectToSay((await storage.insert(rex))._unsafeUnwrapErr(), expected, operation);
    });
  }

  test('a closing', async () => {
    const storage = await openFailing(ours, nth('file.close', 1));
    expectToSay((await storage.close())._unsafeUnwrapErr(), 'cannot be closed', 'file.close');
  });
});

test('a file may be as large as the largest, and no larger, when it is opened and when a pet is added', async () => {
  const one = '{"pets":[\n{"id":1,"name":"Rex","categoryId":1}\n]}\n';
  for (const text of [ours, byHand]) {
    const storage = (await openJsonStorageOn(diskWith(text).fileSystem, path, {}, one.length))._unsafeUnwrap();
    expect((await storage.insert(rex)).isOk()).toBe(true);
    const { message } = (await storage.insert({ name: '', categoryId: 1 }))._unsafeUnwrapErr();
    expect(message).toBe(`The pet file ${path} is full: it may hold ${one.length} bytes.`);
  }
  expect((await openJsonStorageOn(diskWith(one).fileSystem, path, {}, one.length)).isOk()).toBe(true);
  const { message } = (await openJsonStorageOn(diskWith(one).fileSystem, path, {}, one.length - 1))._unsafeUnwrapErr();
  expect(message).toBe(`The pet file ${path} is larger than ${one.length - 1} bytes.`);
});

/** Opens a storage whose operations fail as the fates have it from then on. */
async function openFailing(text: string, fates: Fates) {
  let isOpen = false;
  const { fileSystem } = diskWith(text);
  const faulty = withFaults(fileSystem, (operation, step) => (isOpen ? fates(operation, step) : 'works'));
  const storage = (await openJsonStorageOn(faulty, path))._unsafeUnwrap();
  isOpen = true;
  return storage;
}

/** The first, second, … operation of a name fails. */
function nth(operation: OperationName, count: number): Fates {
  let seen = 0;
  return (each) => (each === operation && ++seen === count ? 'fails' : 'works');
}

function expectToSay(failure: { readonly message: string }, expected: string, operation: OperationName): void {
  const why = `EIO: ${operation} failed as planned`;
  expect(failure.message).toBe(`The pet file ${path} ${expected} (${why}).`);
  expect(failure).toHaveProperty('cause.code', 'EIO');
}

function diskWith(text: string): MemoryDisk {
  return new MemoryDisk({ [path]: Buffer.from(text) });
}
