// The client that typed-openapi generates, alone: node alone/typed-openapi.js GET POST 0 (the id of a pet)
import { api } from '../build/typed-openapi.cjs';
import { argv } from 'node:process';

api.setBaseUrl('http://127.0.0.1:8080/v1/');
const header = { Authorization: 'Bearer secret' };

for (const method of argv.slice(2)) {
  try {
    if (method === 'GET') console.log(method, await api.get('/pets', { header }));
    else if (method === 'POST')
      console.log(method, await api.post('/pets', { header, body: { name: 'Rex', categoryId: 1 } }));
    else console.log(method, await api.get('/pets/{petId}', { header, path: { petId: Number(method) } }));
  } catch (error) {
    console.log(method, error);
  }
}
