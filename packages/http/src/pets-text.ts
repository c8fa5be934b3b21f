import type { Pet } from '@petstore/core';
import { stringifyPet } from './pet-json.ts';

/** The texts of lists that cannot change, each kept as long as its list. */
const texts = new WeakMap<readonly Pet[], string>();

/** The longest text that is kept: many times what 100 ordinary pets take, and little for each of the lists that there are. */
const longestKept = 65_536;

/**
 * Writes a list of pets as a JSON array. A storage that hands out the same frozen list again, as the memory storage does while
 * it stays the same, has it written once, unless it is very long.
 */
export function petsText(pets: readonly Pet[]): string {
  const known = texts.get(pets);
  if (known !== undefined) return known;
  const text = `[${pets.map(stringifyPet).join(',')}]`;
  if (text.length <= longestKept && Object.isFrozen(pets) && pets.every(Object.isFrozen)) texts.set(pets, text);
  return text;
}
