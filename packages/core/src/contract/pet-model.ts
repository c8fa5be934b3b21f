import { listLimit, type ListPetsQuery } from '../list-pets-query.ts';
import type { Int64 } from '../int64.ts';
import type { Pet } from '../pet.ts';

/** A plain model of a pet store, which the model-based run compares with the real one. */
export class PetModel {
  #pets: readonly Pet[] = [];

  get size(): number {
    return this.#pets.length;
  }

  /** The largest id so far; 0 before the first pet. */
  get lastId(): number {
    return this.#pets.at(-1)?.id ?? 0;
  }

  /** Adds pets that the store reports as created. */
  add(created: readonly Pet[]): void {
    this.#pets = [...this.#pets, ...created].sort((a, b) => a.id - b.id);
  }

  at(index: number): Pet | undefined {
    return this.#pets[index];
  }

  findById(id: Int64): Pet | undefined {
    return this.#pets.find((pet) => pet.id === id);
  }

  /** Returns the first `limit` pets that match, by id. */
  list({ limit = listLimit.default, ...query }: ListPetsQuery): readonly Pet[] {
    return this.#pets.filter((pet) => Object.values(matches).every((match) => match(pet, query))).slice(0, limit);
  }
}

/** Whether a pet matches each parameter of a list. The compiler asks for a new parameter here. */
const matches: Readonly<Record<Exclude<keyof ListPetsQuery, 'limit'>, (pet: Pet, query: ListPetsQuery) => boolean>> = {
  status: (pet, { status }) => status === undefined || pet.status === status,
};
