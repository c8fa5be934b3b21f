// undici's request alone: node alone/undici.js GET POST
import { argv } from 'node:process';
import { request } from 'undici';

const headers = { authorization: 'Bearer secret', 'content-type': 'application/json' };

for (const method of argv.slice(2)) {
  const content = method === 'POST' ? JSON.stringify({ name: 'Rex', categoryId: 1 }) : undefined;
  try {
    const signal = AbortSignal.timeout(2000);
    const options = { method, headers, body: content, signal };
    const { statusCode, body } = await request('http://127.0.0.1:8080/v1/pets', options);
    console.log(method, statusCode, method === 'HEAD' ? '' : await body.json());
  } catch (error) {
    console.log(method, error);
  }
}
