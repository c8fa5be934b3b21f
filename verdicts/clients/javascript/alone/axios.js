// axios alone: node alone/axios.js GET POST
import axios from 'axios';
import { argv } from 'node:process';

const http = axios.create({
  baseURL: 'http://127.0.0.1:8080/v1',
  headers: { Authorization: 'Bearer secret' },
  timeout: 2000,
});

for (const method of argv.slice(2)) {
  const data = method === 'POST' ? { name: 'Rex', categoryId: 1 } : undefined;
  try {
    const response = await http.request({ url: '/pets', method, data });
    console.log(method, response.status, response.data);
  } catch (error) {
    console.log(method, error);
  }
}
