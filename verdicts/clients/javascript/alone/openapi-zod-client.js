// The client that openapi-zod-client generates, alone: node alone/openapi-zod-client.js GET POST
import { createApiClient } from '../build/zodios.cjs';
import { argv } from 'node:process';

const axiosConfig = { headers: { Authorization: 'Bearer secret' }, timeout: 2000 };
const client = createApiClient('http://127.0.0.1:8080/v1', { axiosConfig });

for (const method of argv.slice(2)) {
  const pet = { name: 'Rex', categoryId: 1 };
  try {
    console.log(method, await (method === 'POST' ? client.createPet(pet) : client.listPets()));
  } catch (error) {
    console.log(method, error);
  }
}
