import { describe, expectTypeOf, test } from 'vitest';
import type * as z from 'zod/mini';
import type { NewPet, newPetSchema, Pet, PetStore } from './index.ts';

const pet = {} as Pet;

describe('Pet', () => {
  test('is readonly in every field', () => {
    // @ts-expect-error -- readonly
    pet.id = 1;
    // @ts-expect-error -- readonly
    pet.name = 'Rex';
    // @ts-expect-error -- readonly
    pet.categoryId = 1;
    // @ts-expect-error -- readonly
    pet.status = 'sold';
  });

  test('is not a NewPet, because the store assigns the id', () => {
    expectTypeOf<Pet>().not.toExtend<NewPet>();
    expectTypeOf<Omit<Pet, 'id'>>().toExtend<NewPet>();
    // @ts-expect-error -- a whole pet is refused
    void ({} as PetStore).createPet(pet);
    const { id: _id, ...newPet } = pet;
    void ({} as PetStore).createPet(newPet);
  });
});

describe('NewPet', () => {
  test('has no id', () => {
    expectTypeOf<NewPet['id']>().toEqualTypeOf<undefined>();
    // @ts-expect-error -- the store assigns the id
    expectTypeOf<NewPet>({ name: 'Rex', categoryId: 1, id: 1 });
  });

  test('needs a name and a categoryId, and no status', () => {
    expectTypeOf<NewPet>({ name: 'Rex', categoryId: 1 });
    expectTypeOf<NewPet>({ name: 'Rex', categoryId: 2n ** 60n, status: 'sold' });
    expectTypeOf<NewPet>({ name: 'Rex', categoryId: 1, status: undefined });
    // @ts-expect-error -- categoryId is missing
    expectTypeOf<NewPet>({ name: 'Rex' });
    // @ts-expect-error -- name is missing
    expectTypeOf<NewPet>({ categoryId: 1 });
    // @ts-expect-error -- not a status of a pet
    expectTypeOf<NewPet>({ name: 'Rex', categoryId: 1, status: 'lost' });
  });
});

test('what the schema of a new pet returns is a new pet, also under exactOptionalPropertyTypes', () => {
  expectTypeOf<z.output<typeof newPetSchema>>().toExtend<NewPet>();
});
