import * as fc from 'fast-check';
import { listLimit, type ListPetsQuery } from '../list-pets-query.ts';
import type { NewPet, Pet } from '../pet.ts';
import type { PetStore } from '../pet-store.ts';
import type { UnwrappableError } from '../unwrap.ts';
import type { Int64 } from '../int64.ts';
import { arbitraryInt64, arbitraryNewPet, arbitraryQuery } from './arbitraries.ts';
import { format, expectEqual, expectError, expectIdAbove, expectOk } from './check.ts';
import type { OpenedPetStore } from './opened-pet-store.ts';

/** A command calls `store`, which the command `reopen` replaces. */
type Command = fc.AsyncCommand<PetModel, { store: PetStore<UnwrappableError>; readonly opened: OpenedPetStore }>;

/** Any sequence of calls, one at a time or concurrent. Each command compares its results with the model. */
export function arbitraryCommands(maxCommands: number): fc.Arbitrary<Iterable<Command>> {
  return fc.commands(
    [
      fc.array(arbitraryNewPet(), { minLength: 1, maxLength: 8 }).map(create),
      arbitraryQuery().map(list),
      fc.nat().map(getExisting),
      arbitraryInt64().map(getAny),
      fc.constant(reopen),
    ],
    { maxCommands, size: 'max' },
  );
}

const always = () => true;

/** Creates pets concurrently. Their ids may come in any order, but each is above all earlier ids. */
const create = (newPets: readonly NewPet[]): Command => ({
  check: always,
  async run(model, { store }) {
    const results = await Promise.all(newPets.map((newPet) => store.createPet(newPet)));
    const created = results.map((result) => expectOk(result, 'createPet'));
    for (const [i, pet] of created.entries()) expectCreated(pet, newPets[i], model.lastId);
    expectEqual(new Set(created.map(({ id }) => id)).size, created.length, 'the number of different ids');
    model.add(created);
  },
  toString: () => `concurrent createPet: ${format(newPets)}`,
});

const list = (query: ListPetsQuery): Command => ({
  check: always,
  async run(model, { store }) {
    const listed = expectOk(await store.listPets(query), `listPets(${format(query)})`);
    expectEqual(listed, model.list(query), `listPets(${format(query)})`);
  },
  toString: () => `listPets(${format(query)})`,
});

const getExisting = (index: number): Command => ({
  check: ({ pets }) => pets.length > 0,
  run: (model, { store }) => expectGet(model, store, model.pets[index % model.pets.length]?.id ?? 0),
  toString: () => `getPet of an existing pet (${index})`,
});

const getAny = (petId: Int64): Command => ({
  check: always,
  run: (model, { store }) => expectGet(model, store, petId),
  toString: () => `getPet(${petId})`,
});

const reopen: Command = {
  check: always,
  async run(_model, called) {
    if (called.opened.reopen !== undefined) called.store = await called.opened.reopen();
  },
  toString: () => 'reopen',
};

/** Throws unless a created pet is the new pet with a new id. */
export function expectCreated(pet: Pet, newPet: NewPet | undefined, lastId: number): void {
  expectIdAbove(lastId, pet.id);
  expectEqual(Object.isFrozen(pet), true, 'whether a pet is frozen');
  expectEqual(pet, { id: pet.id, ...newPet }, 'the created pet');
}

async function expectGet(model: PetModel, store: PetStore<UnwrappableError>, petId: Int64): Promise<void> {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the operation is under test until it is removed
  const result = await store.getPet(petId);
  const expected = model.pets.find(({ id }) => id === petId);
  if (expected === undefined) expectError(result, 'not_found', `getPet(${petId})`);
  else expectEqual(expectOk(result, `getPet(${petId})`), expected, `getPet(${petId})`);
}

/** A plain model of a pet store, which the model-based run compares with the real one. */
export class PetModel {
  /** By ascending id. */
  pets: readonly Pet[] = [];

  /** The largest id so far; 0 before the first pet. */
  get lastId(): number {
    return this.pets.at(-1)?.id ?? 0;
  }

  add(created: readonly Pet[]): void {
    this.pets = [...this.pets, ...created].sort((a, b) => a.id - b.id);
  }

  /** Returns the first `limit` pets that match, by id. */
  list({ limit = listLimit.default, ...query }: ListPetsQuery): readonly Pet[] {
    return this.pets.filter((pet) => Object.values(matches).every((match) => match(pet, query))).slice(0, limit);
  }
}

/** Whether a pet matches each parameter of a list. The compiler asks for a new parameter here. */
const matches: Readonly<Record<Exclude<keyof ListPetsQuery, 'limit'>, (pet: Pet, query: ListPetsQuery) => boolean>> = {
  status: (pet, { status }) => status === undefined || pet.status === status,
};
