// ky alone with parseJson: node alone/ky-parse-json.js GET POST
import ky from 'ky';
import { argv } from 'node:process';

const http = ky.create({
  prefix: 'http://127.0.0.1:8080/v1',
  headers: { Authorization: 'Bearer secret' },
  totalTimeout: 5000,
  parseJson: (text) =>
    JSON.parse(text, (key, value, { source }) =>
      typeof value === 'number' && /^-?\d+$/.test(source) ? BigInt(source) : value,
    ),
});

for (const method of argv.slice(2)) {
  const json = method === 'POST' ? { name: 'Rex', categoryId: 1 } : undefined;
  try {
    console.log(method, await http('pets', { method, json }).json());
  } catch (error) {
    console.log(method, error);
  }
}
