import type { Pet } from '@petstore/core';
import { expect, test } from 'vitest';
import { encodeAppend } from './pet-file-layout.ts';

test('pets whose text cannot be made are a failure with its cause', () => {
  const tooLong = new RangeError('Invalid string length'); // what half a gigabyte would give
  const pet: Pet = {
    id: 1,
    categoryId: 1,
    get name(): string {
      throw tooLong;
    },
  };
  expect(encodeAppend([pet], true)._unsafeUnwrapErr()).toBe(tooLong);
});
