import { expect, test } from 'vitest';
import { attempt, Failure, toStorageFailure } from './failure.ts';

test('a failure gives the reason, if there is one, on one line', () => {
  expect(new Failure('cannot be read', { message: 'lines\n\tof JSON' }).message).toBe(
    'cannot be read (lines of JSON).',
  );
  for (const cause of [undefined, null, 'text', { message: 5 }]) {
    expect(new Failure('cannot be read', cause).message).toBe('cannot be read.');
  }
});

test('a failure that is thrown inside another attempt stays the same', async () => {
  const inner = new Failure('is closed');
  const outer = attempt('cannot be read', () => attempt('cannot be opened', () => Promise.reject(inner)));
  await expect(outer).rejects.toBe(inner);
});

test('a defect becomes a storage failure that does not show its message', () => {
  const defect = new TypeError('x is not a function');
  const { message, cause } = toStorageFailure('The pet file')(defect);
  expect(message).toMatch(/^The storage [^x]+\.$/);
  expect(cause).toBe(defect);
  expect(toStorageFailure('The pet file')(new Failure('is closed', 5, 'not_created'))).toMatchObject({
    message: 'The pet file is closed.',
    cause: 5,
    outcome: 'not_created',
  });
});
