// The client that swagger-typescript-api generates, alone: node alone/swagger-typescript-api.js GET POST
import { Api } from '../build/swagger-typescript-api.cjs';
import { argv } from 'node:process';

const api = new Api({ baseUrl: 'http://127.0.0.1:8080/v1/' });
const options = { headers: { Authorization: 'Bearer secret' } };

for (const method of argv.slice(2)) {
  const pet = { name: 'Rex', categoryId: 1 };
  try {
    const { status, data, error } = await (method === 'POST'
      ? api.pets.createPet(pet, options)
      : api.pets.listPets({}, options));
    console.log(method, status, { data, error });
  } catch (error) {
    console.log(method, error);
  }
}
