import { createPet } from './create-pet.ts';
import { getPet } from './get-pet.ts';
import { listPets } from './list-pets.ts';
import type { Operation } from './operation.ts';

/** Every operation of the interface. To add one: a name in `OperationName`, a file beside this one, and a method of `PetStore`. */
export const operations: readonly Operation[] = [listPets, createPet, getPet];
