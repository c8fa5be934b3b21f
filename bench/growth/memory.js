// Pets in memory: through the store, or with the same work on plain Maps and arrays. In a process of its own, because code
// that has only ever seen one store is faster than it is in use.
import { createMemoryStorage, createPetStore } from 'petstore-kit';
import { answerQuestions } from '../shared/child.js';
import { createPlainStore } from '../shared/plain-store.js';
import { newPet } from '../shared/sample-pets.js';
import { createTimer } from '../shared/timer.js';

const [kind, size] = process.argv.slice(2);
const count = Number(size);
const kinds = {
  store: () => ({ store: createPetStore({ storage: createMemoryStorage() }), valueOf: expectOk }),
  plain: () => ({ store: createPlainStore(), valueOf: (pet) => pet }),
};
const { store, valueOf } = kinds[kind]();

/** A step that has no divisor in common with any size: it visits every pet, and no two neighbours in turn. */
const stride = 7_919;
let at = 0;

const operations = {
  list: { times: 5_000, run: () => store.listPets({ limit: 20 }) },
  'list sold': { times: 5_000, run: () => store.listPets({ limit: 10, status: 'sold' }) },
  get: {
    times: 10_000,
    run() {
      at = (at + stride) % count;
      return store.getPet(at + 1);
    },
  },
  'get of 100': {
    times: 10_000,
    run() {
      at = (at + 1) % 100;
      return store.getPet(count - at);
    },
  },
  create: { times: 5_000, run: () => store.createPet(newPet(1)) },
};

answerQuestions({
  async open() {
    globalThis.gc();
    const before = process.memoryUsage().heapUsed;
    for (let index = 0; index < count; index++) valueOf(await store.createPet(newPet(index)));
    globalThis.gc();
    return { bytesPerPet: (process.memoryUsage().heapUsed - before) / count };
  },
  async measure(name) {
    const { times, run } = operations[name];
    for (let i = 0; i < 1_000; i++) valueOf(await run());
    const read = createTimer();
    for (let i = 0; i < times; i++) valueOf(await run());
    return read(times);
  },
});

function expectOk(result) {
  if (result.isErr()) throw new Error(result.error.message);
  return result.value;
}
