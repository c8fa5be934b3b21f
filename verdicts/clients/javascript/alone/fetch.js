// fetch alone: node alone/fetch.js GET POST
import { argv } from 'node:process';

const headers = { Authorization: 'Bearer secret', 'Content-Type': 'application/json' };

for (const method of argv.slice(2)) {
  const body = method === 'POST' ? JSON.stringify({ name: 'Rex', categoryId: 1 }) : undefined;
  try {
    const signal = AbortSignal.timeout(2000);
    const response = await fetch('http://127.0.0.1:8080/v1/pets', { method, headers, body, signal });
    console.log(method, response.status, method === 'HEAD' ? '' : await response.json());
  } catch (error) {
    console.log(method, error);
  }
}
