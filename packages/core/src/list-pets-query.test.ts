import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listPetsQuerySchema } from './list-pets-query.ts';
import { arbitraryInvalidLimit, arbitraryQuery } from './contract/arbitraries.ts';

const refusedFields = (query: unknown) =>
  listPetsQuerySchema.safeParse(query).error?.issues.map(({ path }) => path.join('.'));

describe('listPetsQuerySchema', () => {
  test('accepts every valid query, and adds the default limit', () => {
    fc.assert(
      fc.property(arbitraryQuery(), (query) => {
        expect(listPetsQuerySchema.parse(query)).toStrictEqual({ limit: 20, ...query });
      }),
    );
  });

  test('accepts undefined as absent', () => {
    expect(listPetsQuerySchema.parse({ limit: undefined, status: undefined })).toEqual({ limit: 20 });
  });

  test('refuses every invalid limit with one issue', () => {
    fc.assert(
      fc.property(arbitraryInvalidLimit(), (limit) => {
        expect(refusedFields({ limit })).toEqual(['limit']);
      }),
    );
  });

  test('refuses an unknown field', () => {
    const message = 'has the unknown field "stauts": its fields are limit, status';
    expect(listPetsQuerySchema.safeParse({ limit: 1, stauts: 'sold' }).error?.issues).toMatchObject([{ message }]);
  });
});
