import { expect, test } from 'vitest';
import { failureOfRejection } from './append-adapter.ts';

test('a rejection that is no failure of the file is told with its cause', () => {
  const defect = new TypeError('a defect');
  expect(failureOfRejection(defect)).toEqual({
    code: 'storage_failure',
    message: expect.stringContaining('pet file') as string,
    cause: defect,
  });
});
