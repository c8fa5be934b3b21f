import { describe, expectTypeOf, test } from 'vitest';
import type { Int64, NewPet, Pet, PetStatus } from './index.ts';

const pet = {} as Pet;

describe('Pet', () => {
  test('has exactly the fields of the interface document', () => {
    expectTypeOf<Pet>().branded.toEqualTypeOf<{
      readonly id: number;
      readonly name: string;
      readonly categoryId: Int64;
      readonly status?: PetStatus;
    }>();
    expectTypeOf<PetStatus>().toEqualTypeOf<'available' | 'pending' | 'sold'>();
    expectTypeOf<Int64>().toEqualTypeOf<number | bigint>();
  });

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

  test('is a NewPet with an id', () => {
    expectTypeOf<Pet>().toExtend<NewPet>();
    expectTypeOf<Omit<Pet, 'id'>>().toEqualTypeOf<NewPet>();
  });
});

describe('NewPet', () => {
  test('has no id', () => {
    expectTypeOf<keyof NewPet>().toEqualTypeOf<'name' | 'categoryId' | 'status'>();
    // @ts-expect-error -- the store assigns the id
    expectTypeOf<NewPet>({ name: 'Rex', categoryId: 1, id: 1 });
  });

  test('needs a name and a categoryId, and no status', () => {
    expectTypeOf<NewPet>({ name: 'Rex', categoryId: 1 });
    expectTypeOf<NewPet>({ name: 'Rex', categoryId: 2n ** 60n, status: 'sold' });
    // @ts-expect-error -- categoryId is missing
    expectTypeOf<NewPet>({ name: 'Rex' });
    // @ts-expect-error -- name is missing
    expectTypeOf<NewPet>({ categoryId: 1 });
    // @ts-expect-error -- no status of a pet
    expectTypeOf<NewPet>({ name: 'Rex', categoryId: 1, status: 'lost' });
  });
});
