import type { DecodedPet } from '../judge.ts';

/** A pet, as an adapter writes it and as JSON. */
export const rex: DecodedPet = { id: '1', name: 'Rex', categoryId: '1' };
export const rexJson = '{"id":1,"name":"Rex","categoryId":1}';

/** A store that has only this pet. */
export const storeWithRex = { pets: [{ id: 1, name: 'Rex', categoryId: 1 }] } as const;

/** The arguments that create the same pet. */
export const newRex = { name: 'Rex', categoryId: '1' } as const;

/** Writes a pet as JSON. */
export function toPetJson({ id, name, categoryId, status }: DecodedPet): string {
  const optional = status === undefined ? '' : `,"status":${JSON.stringify(status)}`;
  return `{"id":${id},"name":${JSON.stringify(name)},"categoryId":${categoryId}${optional}}`;
}
