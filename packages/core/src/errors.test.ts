import { expect, test } from 'vitest';
import { invalidRequest, notFound, storageFailure } from './errors.ts';

test.each([
  [invalidRequest, 'invalid_request', 400],
  [notFound, 'not_found', 404],
])('%o returns exactly the Error body of the interface', (makeError, code, status) => {
  expect(makeError('Why, and what to do.')).toStrictEqual({ code, message: 'Why, and what to do.', status });
});

test('a storage failure has its cause, its HTTP status, and its outcome if that is known', () => {
  const cause = new Error('disk full');
  expect(storageFailure('The file cannot be written.', cause)).toStrictEqual({
    code: 'storage_failure',
    message: 'The file cannot be written.',
    status: 503,
    cause,
  });
  expect(storageFailure('The file cannot be written.', cause, 'not_stored')).toStrictEqual({
    code: 'storage_failure',
    message: 'The file cannot be written.',
    status: 503,
    cause,
    outcome: 'not_stored',
  });
  expect(storageFailure('It is closed.')).toEqual({ code: 'storage_failure', message: 'It is closed.', status: 503 });
});
