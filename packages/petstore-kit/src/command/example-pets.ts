import { petStatuses, type Pet } from '@petstore/core';

const names = ['Rex', 'Mimi', 'Bella', 'Oscar', 'Luna', 'Charlie', 'Nala', 'Max', 'Coco', 'Simba', 'Daisy', 'Toby'];

/** Makes example pets with ids from 1. They are the same at each call. */
export function createExamplePets(count: number): readonly Pet[] {
  return Array.from({ length: count }, (_, index): Pet => {
    const round = Math.floor(index / names.length);
    const name = names[index % names.length] ?? 'Rex';
    const status = petStatuses[index % petStatuses.length] ?? 'available';
    return { id: index + 1, name: round === 0 ? name : `${name} ${round + 1}`, categoryId: 1 + (index % 4), status };
  });
}
