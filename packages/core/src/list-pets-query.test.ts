import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { listLimit, listPetsQuerySchema } from './list-pets-query.ts';
import { arbitraryInvalidLimit, arbitraryQuery } from './testing/arbitraries.ts';

const complaints = (query: unknown) =>
  listPetsQuerySchema.safeParse(query).error?.issues.map(({ path, message }) => [...path, message].join(' '));

describe('listPetsQuerySchema', () => {
  test('has the limits of the interface', () => {
    expect(listLimit).toEqual({ minimum: 1, maximum: 100, default: 20 });
  });

  test('takes every query as it is, and fills in the default limit', () => {
    fc.assert(
      fc.property(arbitraryQuery(), (query) => {
        expect(listPetsQuerySchema.parse(query)).toStrictEqual({ limit: 20, ...query });
      }),
    );
  });

  test('takes undefined for absent', () => {
    expect(listPetsQuerySchema.parse({ limit: undefined, status: undefined })).toEqual({ limit: 20 });
  });

  test('refuses every limit that is none, with one complaint', () => {
    fc.assert(
      fc.property(arbitraryInvalidLimit(), (limit) => {
        expect(complaints({ limit })).toEqual(['limit must be one integer from 1 to 100']);
      }),
    );
  });

  test.each([null, '', '5', 5n, NaN, Infinity, -Infinity, -0, true, [5], {}, ['5', '6']])(
    'refuses the limit %s',
    (limit) => {
      expect(complaints({ limit })).toEqual(['limit must be one integer from 1 to 100']);
    },
  );

  test.each([null, '', 'lost', 'Sold', 1, ['sold'], ['sold', 'pending'], {}])('refuses the status %s', (status) => {
    expect(complaints({ status })).toEqual(['status must be one of available, pending, sold']);
  });

  test.each([null, [], 'sold', 1, () => ({})])('refuses %s, which is no query', (query) => {
    expect(complaints(query)).toEqual(['must be an object']);
  });

  test('drops what it does not know', () => {
    expect(listPetsQuerySchema.parse({ limit: 1, offset: 2 })).toStrictEqual({ limit: 1 });
  });

  test('tells documents what each parameter is', () => {
    const described = (text: RegExp): unknown => expect.stringMatching(text);
    expect(z.toJSONSchema(listPetsQuerySchema, { io: 'input' }).properties).toEqual({
      limit: { type: 'integer', minimum: 1, maximum: 100, default: 20, description: described(/most/) },
      status: { type: 'string', enum: ['available', 'pending', 'sold'], description: described(/this status/) },
    });
  });
});
