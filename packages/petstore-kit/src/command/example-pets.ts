import { petStatuses, type NewPet } from '@petstore/core';

const names = ['Rex', 'Mimi', 'Bella', 'Oscar', 'Luna', 'Charlie', 'Nala', 'Max', 'Coco', 'Simba', 'Daisy', 'Toby'];

/** Makes example pets. They are the same at each call. */
export function createExamplePets(count: number): readonly NewPet[] {
  return Array.from({ length: count }, (_, index): NewPet => {
    const round = Math.floor(index / names.length);
    const name = names[index % names.length] ?? 'Rex';
    const status = petStatuses[index % petStatuses.length] ?? 'available';
    return { name: round === 0 ? name : `${name} ${round + 1}`, categoryId: 1 + (index % 4), status };
  });
}
