import { listQuerySchema, newPetSchema, petIdSchema } from './plain-schemas.js';

/** The same work on plain Maps and arrays: one zod parse, one frozen pet, one promise. What the store is measured against. */
export function createPlainStore(pets) {
  const all = [];
  const byId = new Map();
  const byStatus = new Map([
    ['available', []],
    ['pending', []],
    ['sold', []],
  ]);
  const add = (pet) => {
    all.push(pet);
    byId.set(pet.id, pet);
    byStatus.get(pet.status)?.push(pet);
  };
  for (const pet of pets) add(Object.freeze(pet));

  return {
    async listPets(query) {
      const { limit, status } = listQuerySchema.parse(query);
      return (status === undefined ? all : byStatus.get(status)).slice(0, limit);
    },
    async getPet(id) {
      return byId.get(petIdSchema.parse(id));
    },
    async createPet(newPet) {
      const pet = Object.freeze({ id: all.length + 1, ...newPetSchema.parse(newPet) });
      add(pet);
      return pet;
    },
  };
}
