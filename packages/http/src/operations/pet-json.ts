import type { Pet } from '@petstore/core';

/** Writes a pet as `stringifyJson` does, but faster. A list of PostgreSQL needs this (measured: bench/README.md). */
export function stringifyPet({ id, name, categoryId, status }: Pet): string {
  const end = status === undefined ? '}' : `,"status":"${status}"}`;
  return `{"id":${id},"name":${JSON.stringify(name)},"categoryId":${categoryId}${end}`;
}

/**
 * The JSON of frozen lists, kept as long as the list itself. A storage may return the same frozen list again, as the one in memory
 * does: see `list` of `PetStorage` (measured: bench/README.md).
 */
const jsonByList = new WeakMap<readonly Pet[], string>();

/** The max length of a kept text: many times that of 100 ordinary pets. */
const maxKeptLength = 65_536;

export function stringifyPets(pets: readonly Pet[]): string {
  const known = jsonByList.get(pets);
  if (known !== undefined) return known;
  const json = `[${pets.map(stringifyPet).join(',')}]`;
  if (json.length <= maxKeptLength && Object.isFrozen(pets) && pets.every(Object.isFrozen)) jsonByList.set(pets, json);
  return json;
}
