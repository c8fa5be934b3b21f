import { expect, test } from 'vitest';
import { Failure, failuresOf, toStorageFailure } from './failure.ts';

const { failure, attempt } = failuresOf('The pet file');

test('a failure tells the reason in one line, if there is one', () => {
  expect(failure('cannot be read', { message: 'lines\n\tof JSON' }).message).toBe(
    'The pet file cannot be read (lines of JSON).',
  );
  for (const cause of [undefined, null, 'text', { message: 5 }]) {
    expect(failure('cannot be read', cause).message).toBe('The pet file cannot be read.');
  }
});

test('a failure inside another one stays as it is', async () => {
  const inner = failure('is closed');
  const outer = attempt('cannot be read', () => attempt('cannot be opened', () => Promise.reject(inner)));
  await expect(outer).rejects.toBe(inner);
});

test('a defect is a storage failure too, whose message is not that of the defect', () => {
  const defect = new TypeError('x is not a function');
  const { message, cause } = toStorageFailure(defect);
  expect(message).toMatch(/^The storage [^x]+\.$/);
  expect(cause).toBe(defect);
  expect(toStorageFailure(new Failure('The pet file is closed.', 5, 'not_stored'))).toMatchObject({
    message: 'The pet file is closed.',
    cause: 5,
    outcome: 'not_stored',
  });
});
