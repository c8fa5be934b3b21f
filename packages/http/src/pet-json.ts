import type { Pet } from '@petstore/core';

/** Writes a pet as a JSON object: the text that `stringifyJson` returns, in a quarter of its time, which counts in a list of 100. */
export function stringifyPet({ id, name, categoryId, status }: Pet): string {
  const end = status === undefined ? '}' : `,"status":"${status}"}`;
  return `{"id":${id},"name":${JSON.stringify(name)},"categoryId":${categoryId}${end}`;
}

/**
 * The JSON of lists that cannot change, kept as long as the list. A storage in memory returns the same frozen list until
 * another pet comes into it. Measured: this saves half of the time of a list of 100 pets, a quarter of that of 20 (bench/README.md).
 */
const kept = new WeakMap<readonly Pet[], string>();

/** The longest text that is kept: many times that of 100 ordinary pets. */
const longestKept = 65_536;

/** Writes a list of pets as a JSON array. */
export function stringifyPets(pets: readonly Pet[]): string {
  const known = kept.get(pets);
  if (known !== undefined) return known;
  const json = `[${pets.map(stringifyPet).join(',')}]`;
  if (json.length <= longestKept && Object.isFrozen(pets) && pets.every(Object.isFrozen)) kept.set(pets, json);
  return json;
}
