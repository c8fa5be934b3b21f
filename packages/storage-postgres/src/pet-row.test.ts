import { describe, expect, test } from 'vitest';
import { readPet } from './pet-row.ts';

test('a row of texts is a pet', () => {
  expect(readPet(['7', 'Rex', '9007199254740993', 'sold'])).toEqual({
    id: 7,
    name: 'Rex',
    categoryId: 9007199254740993n,
    status: 'sold',
  });
  expect(readPet(['1', '', '-1', null])).toEqual({ id: 1, name: '', categoryId: -1 });
});

describe('a row is no pet', () => {
  test.each([
    ['an id of 0', ['0', 'Rex', '1', null]],
    ['an id beyond 2^53 - 1', ['9007199254740992', 'Rex', '1', null]],
    ['no id', [null, 'Rex', '1', null]],
    ['no name', ['1', null, '1', null]],
    ['no category', ['1', 'Rex', null, null]],
    ['an unknown status', ['1', 'Rex', '1', 'lost']],
    ['no columns', []],
  ])('with %s', (_what, row) => {
    expect(readPet(row)).toBeUndefined();
  });
});
