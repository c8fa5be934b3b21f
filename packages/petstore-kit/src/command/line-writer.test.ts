import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createLineWriter } from './line-writer.ts';

/** A stream whose reader takes nothing until `read` is called. */
function unreadStream() {
  const writes: string[] = [];
  let done: (() => void) | undefined;
  const stream = new Writable({
    decodeStrings: false,
    write(text: string, _encoding, callback) {
      writes.push(text);
      done = callback;
    },
  });
  return { stream, writes, read: () => done?.() };
}

const nextTurn = () => new Promise(setImmediate);

test('the command writes the lines of one event-loop turn at once', async () => {
  const { stream, writes, read } = unreadStream();
  const writeLine = createLineWriter(stream, 'petstore-kit: ');
  writeLine('one');
  await Promise.resolve();
  writeLine('two');
  expect(writes).toEqual([]);
  await nextTurn();
  expect(writes).toEqual(['petstore-kit: one\npetstore-kit: two\n']);
  read();
  writeLine('three');
  await nextTurn();
  expect(writes).toEqual(['petstore-kit: one\npetstore-kit: two\n', 'petstore-kit: three\n']);
});

test('the command drops lines beyond an unread megabyte, until the reader reads again', async () => {
  const { stream, writes, read } = unreadStream();
  const writeLine = createLineWriter(stream);
  const long = 'x'.repeat(1_048_576);
  writeLine(long);
  writeLine('lost');
  await nextTurn();
  writeLine('lost too');
  read();
  await nextTurn();
  writeLine('back');
  await nextTurn();
  expect(writes).toEqual([`${long}\n`, 'back\n']);
});

test('the command writes the last lines when the process exits', () => {
  const { stream, writes } = unreadStream();
  const before = process.listeners('exit');
  createLineWriter(stream)('last');
  const [flush] = process.listeners('exit').filter((listener) => !before.includes(listener));
  flush?.(0);
  expect(writes).toEqual(['last\n']);
});
