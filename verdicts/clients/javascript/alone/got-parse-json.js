// got alone with parseJson: node alone/got-parse-json.js GET POST
import got from 'got';
import { argv } from 'node:process';

const http = got.extend({
  prefixUrl: 'http://127.0.0.1:8080/v1',
  headers: { Authorization: 'Bearer secret' },
  parseJson: (text) =>
    JSON.parse(text, (key, value, { source }) =>
      typeof value === 'number' && /^-?\d+$/.test(source) ? BigInt(source) : value,
    ),
});

for (const method of argv.slice(2)) {
  const json = method === 'POST' ? { name: 'Rex', categoryId: 1 } : undefined;
  try {
    console.log(method, await http('pets', { method, json, signal: AbortSignal.timeout(5000) }).json());
  } catch (error) {
    console.log(method, error);
  }
}
