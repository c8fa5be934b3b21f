import * as fc from 'fast-check';
import { awkwardIntegers, awkwardNames } from '../awkward-values.ts';
import { INT64_MAX, INT64_MIN, toInt64, type Int64 } from '../int64.ts';
import { listLimit, type ListPetsQuery } from '../list-pets-query.ts';
import type { NewPet, Pet } from '../pet.ts';
import { petStatuses, type PetStatus } from '../pet-status.ts';

/** New pets that break careless code. A property should try them in every run. */
export const awkwardNewPets: readonly Omit<Pet, 'id'>[] = [
  ...awkwardNames.map((name) => ({ name, categoryId: 1 })),
  ...awkwardIntegers.map((integer) => ({ name: 'Rex', categoryId: toInt64(integer) ?? 0 })),
];

/** Any `Int64`. The bounds and the edges of the safe integers are likely. */
export function arbitraryInt64(): fc.Arbitrary<Int64> {
  return fc
    .oneof(fc.integer().map(BigInt), fc.constantFrom(...awkwardIntegers), fc.bigInt({ min: INT64_MIN, max: INT64_MAX }))
    .map((value) => toInt64(value) ?? 0);
}

/** Any code point except surrogates. With the unit `binary` instead, fast-check takes a second to list them all. */
export const codePoint = fc
  .integer({ min: 0, max: 0x10ffff })
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));

/** Any name that a store accepts: words, every code point except surrogates, and awkward names. */
export function arbitraryName(): fc.Arbitrary<string> {
  return fc.oneof(fc.string(), fc.string({ unit: codePoint }), fc.constantFrom(...awkwardNames));
}

export function arbitraryStatus(): fc.Arbitrary<PetStatus> {
  return fc.constantFrom(...petStatuses);
}

/** Any `NewPet` that a store accepts, with and without a status. */
export function arbitraryNewPet(): fc.Arbitrary<Omit<Pet, 'id'>> {
  const fields: Arbitraries<Omit<Pet, 'id'>> = {
    name: arbitraryName(),
    categoryId: arbitraryInt64(),
    status: arbitraryStatus(),
  };
  return fc.record(fields, { requiredKeys: ['name', 'categoryId'] });
}

/** An arbitrary for each field. The compiler asks for that of a new field, and of a new parameter. */
type Arbitraries<Fields> = { readonly [Name in keyof Fields]-?: fc.Arbitrary<Exclude<Fields[Name], undefined>> };

/** Makes variants of a new pet that a store refuses. A client without types may send them. */
export function createInvalidVariants(newPet: NewPet): readonly unknown[] {
  const { name, categoryId } = newPet;
  const invalid: Readonly<Record<keyof Pet, readonly unknown[]>> = {
    name: [null, 0, true, [], {}, ['Rex'], '\ud800'],
    categoryId: [null, '1', '', 1.5, true, [], {}, 2 ** 63, INT64_MAX + 1n, INT64_MIN - 1n],
    status: [null, '', 'Available', 'lost', 0, []],
    id: [1, 0, null, '1'],
  };
  return [
    ...[null, 1, 'Rex', true, [], [newPet], {}, { name }, { categoryId }],
    ...Object.entries(invalid).flatMap(([field, values]) => values.map((value) => ({ ...newPet, [field]: value }))),
  ];
}

export function arbitraryQuery(): fc.Arbitrary<ListPetsQuery> {
  const parameters: Arbitraries<ListPetsQuery> = {
    limit: fc.integer({ min: listLimit.min, max: listLimit.max }),
    status: arbitraryStatus(),
  };
  return fc.record(parameters, { requiredKeys: [] });
}

/** Any number that is not a valid `limit`: outside 1 to 100, or a fraction. */
export function arbitraryInvalidLimit(): fc.Arbitrary<number> {
  return fc.oneof(
    fc.integer({ max: listLimit.min - 1 }),
    fc.integer({ min: listLimit.max + 1 }),
    fc.double({ noInteger: true, noDefaultInfinity: true, noNaN: true }),
    fc.constantFrom(0, -1, 101, 2 ** 53, 1e300),
  );
}
