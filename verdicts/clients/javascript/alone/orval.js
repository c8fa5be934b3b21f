// The client that orval generates, alone: node alone/orval.js GET POST
import { createPet, listPets } from '../build/orval.cjs';
import { argv } from 'node:process';

const { fetch } = globalThis;
globalThis.fetch = (path, options) => fetch(`http://127.0.0.1:8080/v1${path}`, options); // its paths are relative
const options = { headers: { Authorization: 'Bearer secret' } };

for (const method of argv.slice(2)) {
  const pet = { name: 'Rex', categoryId: 1 };
  try {
    console.log(method, await (method === 'POST' ? createPet(pet, options) : listPets({}, options)));
  } catch (error) {
    console.log(method, error);
  }
}
