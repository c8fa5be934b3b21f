import { listQuerySchema, newPetSchema, petIdSchema } from './plain-schemas.js';

/** The same work on plain Maps and arrays: one zod parse, one frozen pet, one promise. What the store is measured against. */
export function createPlainStore() {
  const all = [];
  const byId = new Map();
  const byStatus = { available: [], pending: [], sold: [] };

  return {
    async listPets(query) {
      const { limit, status } = listQuerySchema.parse(query);
      return (status === undefined ? all : byStatus[status]).slice(0, limit);
    },
    async getPet(id) {
      return byId.get(petIdSchema.parse(id));
    },
    async createPet(newPet) {
      const pet = Object.freeze({ id: all.length + 1, ...newPetSchema.parse(newPet) });
      all.push(pet);
      byId.set(pet.id, pet);
      byStatus[pet.status]?.push(pet);
      return pet;
    },
  };
}
