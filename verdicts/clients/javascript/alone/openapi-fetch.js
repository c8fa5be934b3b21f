// openapi-fetch alone: node alone/openapi-fetch.js GET POST
import { argv } from 'node:process';
import createClient from 'openapi-fetch';

const client = createClient({ baseUrl: 'http://127.0.0.1:8080/v1', headers: { Authorization: 'Bearer secret' } });

for (const method of argv.slice(2)) {
  const body = method === 'POST' ? { name: 'Rex', categoryId: 1 } : undefined;
  try {
    const { response, data, error } = await client.request(method, '/pets', { body });
    console.log(method, response.status, { data, error });
  } catch (error) {
    console.log(method, error);
  }
}
