import type { Pet } from './pet.ts';

/**
 * Writes a pet as a JSON object: the bytes that `stringifyJson` gives for it, at a fraction of the cost. Other fields than a
 * pet's are left out.
 */
export function stringifyPet({ id, name, categoryId, status }: Pet): string {
  const end = status === undefined ? '}' : `,"status":"${status}"}`;
  return `{"id":${id},"name":${JSON.stringify(name)},"categoryId":${categoryId}${end}`;
}
