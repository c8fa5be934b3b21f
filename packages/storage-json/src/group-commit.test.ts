import { expect, test } from 'vitest';
import { createGroupCommit, type Commit } from './group-commit.ts';

/** Commits that wait until the test ends them, and their batches. */
function heldCommits() {
  const batches: (readonly number[])[] = [];
  const ends: (() => void)[] = [];
  const commit: Commit<number, string> = (batch) => {
    batches.push(batch);
    const ended = new Promise<void>((end) => ends.push(end));
    return ended.then(() => batch.map(String));
  };
  return { commit, batches, endNext: () => ends.shift()?.() };
}

test('what is added in one turn is one batch, and what is added during its commit is the next', async () => {
  const { commit, batches, endNext } = heldCommits();
  const group = createGroupCommit(commit, 100);
  const first = [1, 2, 3].map((item) => group.add(item));
  await Promise.resolve();
  await Promise.resolve();
  const second = [4, 5].map((item) => group.add(item));
  expect(batches).toEqual([[1, 2, 3]]);
  endNext();
  expect(await Promise.all(first)).toEqual(['1', '2', '3']);
  await new Promise(setImmediate);
  endNext();
  expect(await Promise.all(second)).toEqual(['4', '5']);
  expect(batches).toEqual([
    [1, 2, 3],
    [4, 5],
  ]);
});

test('no batch is larger than the maximum, and the order stays', async () => {
  const batches: (readonly number[])[] = [];
  const group = createGroupCommit<number, number>((batch) => {
    batches.push(batch);
    return Promise.resolve(batch);
  }, 2);
  await Promise.all([1, 2, 3, 4, 5].map((item) => group.add(item)));
  expect(batches).toEqual([[1, 2], [3, 4], [5]]);
});

test('a commit that fails rejects its own batch alone', async () => {
  const group = createGroupCommit<number, number>(
    (batch) => (batch.includes(2) ? Promise.reject(new Error('full')) : Promise.resolve(batch)),
    2,
  );
  const results = await Promise.allSettled([1, 2, 3].map((item) => group.add(item)));
  const reason = new Error('full');
  expect(results).toEqual([
    { status: 'rejected', reason },
    { status: 'rejected', reason },
    { status: 'fulfilled', value: 3 },
  ]);
  await group.idle();
});

test('it is idle when no item is being committed or waiting', async () => {
  const { commit, endNext } = heldCommits();
  const group = createGroupCommit(commit, 1);
  await group.idle();
  const added = [group.add(1), group.add(2)];
  let isIdle = false;
  const idle = group.idle().then(() => (isIdle = true));
  await new Promise(setImmediate);
  endNext();
  await new Promise(setImmediate);
  expect(isIdle).toBe(false);
  endNext();
  await idle;
  expect(await Promise.all(added)).toEqual(['1', '2']);
});
