import { createPet } from './create-pet.ts';
import { getPet } from './get-pet.ts';
import { listPets } from './list-pets.ts';
import type { Operation } from './operation.ts';

/** Every operation of the interface. To add one: see "How to add an operation" in CONTRIBUTING.md. */
export const operations: readonly Operation[] = [listPets, createPet, getPet];
