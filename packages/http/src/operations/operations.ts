import type { Operation } from './operation.ts';
import { createPet } from './create-pet.ts';
import { getPet } from './get-pet.ts';
import { listPets } from './list-pets.ts';

const all = [listPets, createPet, getPet] as const;

/** The name of an operation. */
export type OperationName = (typeof all)[number]['name'];

/** An operation of the interface. */
export type KnownOperation = Operation & { readonly name: OperationName };

/** Every operation of the interface. A new one is a file beside this one, a name in the list above, and a method of `PetStore`. */
export const operations: readonly KnownOperation[] = all;
