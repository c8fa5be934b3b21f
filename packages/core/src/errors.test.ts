import { expect, test } from 'vitest';
import { storageFailure } from './errors.ts';

test('a storage failure has its cause, its HTTP status, and its outcome', () => {
  const cause = new Error('disk full');
  expect(storageFailure('The file cannot be written.', cause)).toStrictEqual({
    code: 'storage_failure',
    message: 'The file cannot be written.',
    status: 503,
    cause,
    outcome: 'unknown',
  });
  expect(storageFailure('It is closed.', undefined, 'not_created').outcome).toBe('not_created');
});
