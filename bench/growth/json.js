import { createPetStore } from 'petstore-kit';
import { openJsonStorage } from 'petstore-kit/json-file';
import { answerQuestions } from '../shared/child.js';
import { newPet } from '../shared/sample-pets.js';
import { createTimer } from '../shared/timer.js';

const path = process.argv[2];
let store;

const operations = {
  'durable create': { times: 20, atOnce: 1 },
  'durable create, 64 at once': { times: 5, atOnce: 64 },
};

answerQuestions({
  async open() {
    store = createPetStore({ storage: expectOk(await openJsonStorage(path)) });
    return {};
  },
  async measure(name) {
    const { times, atOnce } = operations[name];
    const read = createTimer();
    for (let i = 0; i < times; i++) {
      const created = await Promise.all(Array.from({ length: atOnce }, () => store.createPet(newPet(1))));
      created.forEach(expectOk);
    }
    return read(times * atOnce);
  },
});

function expectOk(result) {
  if (result.isErr()) throw new Error(result.error.message);
  return result.value;
}
