// superagent alone: node alone/superagent.js GET POST
import { argv } from 'node:process';
import superagent from 'superagent';

for (const method of argv.slice(2)) {
  const request = superagent(method, 'http://127.0.0.1:8080/v1/pets');
  if (method === 'POST') request.send({ name: 'Rex', categoryId: 1 });
  try {
    const response = await request.set({ Authorization: 'Bearer secret' }).timeout({ deadline: 2000 });
    console.log(method, response.status, response.body);
  } catch (error) {
    console.log(method, error);
  }
}
