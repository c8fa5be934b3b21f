// The client that @hey-api/openapi-ts generates, alone: node alone/hey-api.js GET POST
import { client } from '../build/hey-api/client.gen.js';
import { createPet, listPets } from '../build/hey-api/sdk.gen.js';
import { argv } from 'node:process';

client.setConfig({ baseUrl: 'http://127.0.0.1:8080/v1', auth: 'secret' });

for (const method of argv.slice(2)) {
  const pet = { name: 'Rex', categoryId: 1 };
  try {
    console.log(method, await (method === 'POST' ? createPet({ body: pet }) : listPets()));
  } catch (error) {
    console.log(method, error);
  }
}
