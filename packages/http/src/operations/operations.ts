import { createPet } from './create-pet.ts';
import { getPet } from './get-pet.ts';
import { listPets } from './list-pets.ts';
import type { Operation } from './operation.ts';

/** The name of an operation. */
export type OperationName = (typeof listPets | typeof createPet | typeof getPet)['name'];

/** An operation of the interface. */
export type KnownOperation = Operation & { readonly name: OperationName };

/** Every operation of the interface. A new one is a file beside this one, and a line here. */
export const operations: readonly KnownOperation[] = [listPets, createPet, getPet];
