// The JSON file under load.
import { createPetStore } from 'petstore-kit';
import { openJsonStorage } from 'petstore-kit/json-file';
import { answerQuestions } from '../shared/child.js';
import { newPet } from '../shared/sample-pets.js';

/** How many pets came to the disk at once, batch after batch. */
let batches = [];
let batch = 0;
let store;

answerQuestions({
  async open({ path }) {
    const opened = await openJsonStorage(path);
    store = createPetStore({ storage: countingBatches(expectOk(opened)) });
  },
  /** Creates pets, `atOnce` at any time, each as soon as one before it is on the disk. */
  async create({ milliseconds, atOnce }) {
    batches = [];
    const startedAt = performance.now();
    const end = startedAt + milliseconds;
    const createUntilEnd = async () => {
      while (performance.now() < end) expectOk(await store.createPet(newPet(1)));
    };
    await Promise.all(Array.from({ length: atOnce }, createUntilEnd));
    const pets = batches.reduce((sum, size) => sum + size, 0);
    return { pets, batches, microseconds: ((performance.now() - startedAt) * 1000) / pets };
  },
});

/** What is created in one batch resolves in one turn of the event loop. */
function countingBatches(storage) {
  const finishBatch = () => {
    batches.push(batch);
    batch = 0;
  };
  const count = () => {
    if (batch === 0) setImmediate(finishBatch);
    batch += 1;
  };
  return {
    ...storage,
    insert(pet) {
      const created = storage.insert(pet);
      void created.then(count);
      return created;
    },
  };
}

function expectOk(result) {
  if (result.isErr()) throw new Error(result.error.message);
  return result.value;
}
