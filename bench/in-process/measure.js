import { createPetStore, listPetsQuerySchema, newPetSchema } from '@petstore/core';
import { createMemoryStorage } from '@petstore/storage-memory';
import { measure } from 'mitata';
import { answerQuestions } from '../shared/child.js';
import { createPlainStore } from '../shared/plain-store.js';
import { petIdSchema } from '../shared/plain-schemas.js';
import { samplePets } from '../shared/sample-pets.js';

const query = { limit: 20 };
const rex = { name: 'Rex', categoryId: 1, status: 'sold' };
const pets = samplePets(1_000);

const kinds = {
  store() {
    const store = createPetStore({ storage: createMemoryStorage({ pets }) });
    return {
      listPets: async () => expectOk(await store.listPets(query)),
      getPet: async () => expectOk(await store.getPet(500)),
      createPet: async () => expectOk(await store.createPet(rex)),
    };
  },
  plain() {
    const store = createPlainStore(pets);
    return {
      listPets: async () => expectValue(await store.listPets(query)),
      getPet: async () => expectValue(await store.getPet(500)),
      createPet: async () => expectValue(await store.createPet(rex)),
    };
  },
  storage() {
    const storage = createMemoryStorage({ pets });
    return {
      listPets: async () => expectOk(await storage.list(query)),
      getPet: async () => expectOk(await storage.findById(500)),
      createPet: async () => expectOk(await storage.insert(rex)),
    };
  },
  parse: () => ({
    listPets: () => expectValue(listPetsQuerySchema.safeParse(query).data),
    getPet: () => expectValue(petIdSchema.safeParse(500).data),
    createPet: () => expectValue(newPetSchema.safeParse(rex).data),
  }),
  promise() {
    const one = async () => expectValue(await Promise.resolve(pets));
    return { listPets: one, getPet: one, createPet: one };
  },
};

const functions = kinds[process.argv[2]]();
answerQuestions({
  async measure({ call, cpuTime }) {
    const { p50 } = await measure(functions[call], { min_cpu_time: cpuTime });
    return p50;
  },
});

function expectOk(result) {
  if (result.isErr()) throw new Error(result.error.message);
  return result.value;
}

function expectValue(value) {
  if (value === undefined) throw new Error('There is no value.');
  return value;
}
