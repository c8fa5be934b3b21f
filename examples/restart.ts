// A store that survives a restart: run it again and again, and watch the pets add up.
import { createPetStore, unwrap } from 'petstore-kit';
import { openJsonStorage } from 'petstore-kit/json-file';

const opened = await openJsonStorage(process.argv[2] ?? 'pets.json');
if (opened.isErr()) {
  console.error(opened.error.message);
  process.exit(1);
}
const storage = opened.value;
const store = createPetStore({ storage });

const created = await store.createPet({ name: 'Rex', categoryId: 1 });
const pets = await store.listPets({ limit: 100 });
created.match(
  ({ id }) => console.log(`Added the pet ${id}; the file now lists ${pets.unwrapOr([]).length}.`),
  ({ message }) => console.error(message),
);

await unwrap(storage.close());
