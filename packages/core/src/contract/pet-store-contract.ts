import * as fc from 'fast-check';
import { listLimit, type ListPetsQuery } from '../list-pets-query.ts';
import type { NewPet, Pet } from '../pet.ts';
import type { PetStore } from '../pet-store.ts';
import type { UnwrappableError } from '../unwrap.ts';
import {
  arbitraryInvalidLimit,
  arbitraryNewPet,
  arbitraryQuery,
  awkwardNewPets,
  createInvalidVariants,
} from './arbitraries.ts';
import { createCheck, format, expectEqual, expectError, expectOk, type Check } from './check.ts';
import { withPetStore, type PetStoreFixture } from './opened-pet-store.ts';
import { arbitraryCommands, expectCreated, PetModel } from './pet-store-commands.ts';

/** The model-based check: it makes all calls of a store in any order, and compares each result with a plain model. */
export const anySequence: Check<PetStoreFixture> = createCheck(
  'any sequence of calls behaves like a plain model',
  (fixture) =>
    fc.assert(
      fc.asyncProperty(arbitraryCommands(40), (commands) =>
        withPetStore(fixture, (opened) =>
          fc.asyncModelRun(() => ({ model: new PetModel(), real: { store: opened.store, opened } }), commands),
        ),
      ),
      { numRuns: fixture.runs ?? 100 },
    ),
);

/**
 * The contract of every `PetStore`, in process or over HTTP, as checks for any test runner.
 *
 * @example
 * ```ts
 * const open = () => ({ store: createPetStore({ storage: createMyStorage() }) });
 * for (const check of petStoreContract) test(check.name, () => check.run({ open }));
 * ```
 */
export const petStoreContract: readonly Check<PetStoreFixture>[] = [
  createPropertyCheck(
    'a list is exactly the first `limit` (or 20) matching pets by id',
    arbitraryListing(),
    async (store, { newPets, query }) => {
      const model = new PetModel();
      model.add(await createAll(store, newPets));
      expectEqual(await list(store, query), model.list(query), `listPets(${format(query)})`);
    },
    // More pets than any limit, and no limit: few random queries are without one.
    [{ newPets: Array.from({ length: listLimit.max + 1 }, () => ({ name: 'Rex', categoryId: 1 })), query: {} }],
  ),

  createPropertyCheck('no limit outside 1 to 100 is accepted', arbitraryInvalidLimit(), async (store, limit) => {
    const result = await store.listPets({ limit });
    expectError(result, 'invalid_request', `listPets with the limit ${limit}`);
  }),

  createPropertyCheck('a created pet comes back equal', arbitraryNewPet(), expectComesBackEqual, awkwardNewPets),

  createPropertyCheck('a refused pet is not stored', arbitraryNewPet(), async (store, newPet) => {
    for (const body of createInvalidVariants(newPet)) {
      const result = await store.createPet(body as NewPet);
      expectError(result, 'invalid_request', `createPet(${format(body)})`);
      expectEqual(await list(store, {}), [], `the list after createPet(${format(body)}) was refused`);
    }
  }),

  anySequence,
];

/** Makes a check of a behaviour. Each value of the arbitrary gets a new store. Every run also tries the values of `always`. */
function createPropertyCheck<T>(
  name: string,
  arbitrary: fc.Arbitrary<T>,
  behaviour: (store: PetStore<UnwrappableError>, value: T) => Promise<void>,
  always: readonly T[] = [],
): Check<PetStoreFixture> {
  return createCheck(name, (fixture) =>
    fc.assert(
      fc.asyncProperty(arbitrary, (value) => withPetStore(fixture, ({ store }) => behaviour(store, value))),
      { numRuns: always.length + (fixture.runs ?? 100), examples: always.map((value) => [value]) },
    ),
  );
}

async function expectComesBackEqual(store: PetStore<UnwrappableError>, newPet: NewPet): Promise<void> {
  const created = expectOk(await store.createPet(newPet), 'createPet');
  expectCreated(created, newPet, 0);
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the operation is under test until it is removed
  expectEqual(expectOk(await store.getPet(created.id), 'getPet'), created, 'the pet by its id');
  expectEqual(await list(store, {}), [created], 'the pet in a list');
}

/** A query and the pets to list, sometimes more than its limit. */
function arbitraryListing(): fc.Arbitrary<{ newPets: NewPet[]; query: ListPetsQuery }> {
  const newPets = fc.oneof(
    fc.array(arbitraryNewPet(), { maxLength: 30 }),
    fc.array(arbitraryNewPet(), { minLength: 90, maxLength: 120, size: 'max' }),
  );
  return fc.record({ newPets, query: arbitraryQuery() });
}

async function createAll(store: PetStore<UnwrappableError>, newPets: readonly NewPet[]): Promise<readonly Pet[]> {
  const created: Pet[] = [];
  for (const newPet of newPets) created.push(expectOk(await store.createPet(newPet), 'createPet'));
  return created;
}

async function list(store: PetStore<UnwrappableError>, query: ListPetsQuery): Promise<readonly Pet[]> {
  return expectOk(await store.listPets(query), `listPets(${format(query)})`);
}
