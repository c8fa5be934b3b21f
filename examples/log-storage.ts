// A custom storage: a log file with one pet per line. Its test checks it with the storage contract.
import {
  createPetIndex,
  errAsync,
  okAsync,
  parseJson,
  type Pet,
  petSchema,
  type PetStorage,
  createFrozenPet,
  ResultAsync,
  storageFailure,
  type StorageFailure,
  stringifyJson,
  unwrap,
} from 'petstore-kit';
import { appendFile, readFile } from 'node:fs/promises';

/** Opens a log of pets; a missing file is an empty log. */
export function openLogStorage(path: string): ResultAsync<PetStorage, StorageFailure> {
  return ResultAsync.fromPromise(readPets(path), (cause) => storageFailure(`${path} cannot be read.`, cause)).map(
    (pets) => logStorage(path, pets),
  );
}

function logStorage(path: string, pets: Pet[]): PetStorage {
  const index = createPetIndex(pets);
  const closedFailure = storageFailure(`${path} is closed.`, undefined, 'not_stored');
  let closed = false;
  let lastAppend: Promise<unknown> = Promise.resolve(); // one append at a time, so ids ascend in the file

  return {
    insert(newPet) {
      if (closed) return errAsync(closedFailure);
      const copy = { ...newPet };
      const append = lastAppend.then(async () => {
        const pet = createFrozenPet(index.nextId, copy);
        await appendFile(path, `${stringifyJson(pet)}\n`);
        index.add(pet); // visible only once it is written
        return pet;
      });
      lastAppend = append.catch(() => undefined);
      return ResultAsync.fromPromise(append, (cause) => storageFailure(`${path} cannot be written.`, cause));
    },
    findById: (id) => (closed ? errAsync(closedFailure) : okAsync(index.findById(id))),
    list: (query) => (closed ? errAsync(closedFailure) : okAsync(index.list(query))),
    close() {
      closed = true;
      return ResultAsync.fromSafePromise(lastAppend.then(() => undefined));
    },
  };
}

async function readPets(path: string): Promise<Pet[]> {
  const lines = (await readFile(path, { encoding: 'utf8', flag: 'a+' })).split('\n').filter((line) => line !== '');
  return lines.map((line) => petSchema.parse(unwrap(parseJson(line)))).map((pet) => createFrozenPet(pet.id, pet));
}
