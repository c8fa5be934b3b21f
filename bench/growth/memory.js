import { createPetStore } from '@petstore/core';
import { createMemoryStorage } from '@petstore/storage-memory';
import { answerQuestions } from '../shared/child.js';
import { newPet } from '../shared/sample-pets.js';
import { createTimer } from '../shared/timer.js';

const count = Number(process.argv[2]);
const storage = createMemoryStorage();
const store = createPetStore({ storage });

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
    for (let place = 0; place < count; place++) expectOk(await store.createPet(newPet(place)));
    globalThis.gc();
    return { bytesPerPet: (process.memoryUsage().heapUsed - before) / count };
  },
  async measure(name) {
    const { times, run } = operations[name];
    for (let i = 0; i < 1_000; i++) expectOk(await run());
    const read = createTimer();
    for (let i = 0; i < times; i++) expectOk(await run());
    return read(times);
  },
});

function expectOk(result) {
  if (result.isErr()) throw new Error(result.error.message);
}
