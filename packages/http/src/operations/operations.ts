import { createPet } from './create-pet.ts';
import { getPet } from './get-pet.ts';
import { listPets } from './list-pets.ts';

/** Every operation of the interface. A new one is a file beside this one, and a line here. */
export const operations = [listPets, createPet, getPet] as const;

/** One of them. */
export type KnownOperation = (typeof operations)[number];

/** The name of an operation. */
export type OperationName = KnownOperation['name'];
