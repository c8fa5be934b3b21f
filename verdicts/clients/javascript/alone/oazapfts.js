// The client that oazapfts generates, alone: node alone/oazapfts.js GET POST
import { createPet, defaults, listPets } from '../build/oazapfts.cjs';
import { argv } from 'node:process';

defaults.baseUrl = 'http://127.0.0.1:8080/v1';
defaults.headers = { Authorization: 'Bearer secret' };

for (const method of argv.slice(2)) {
  const pet = { name: 'Rex', categoryId: 1 };
  try {
    console.log(method, await (method === 'POST' ? createPet(pet) : listPets()));
  } catch (error) {
    console.log(method, error);
  }
}
