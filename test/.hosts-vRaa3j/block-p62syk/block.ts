import { createRequestListener } from 'petstore-kit/node';
import { createServer } from 'node:http';

const petStore = createRequestListener({ apiKeys: ['my-key'] });

export const server = createServer((request, response) => {
  if (request.url === '/health') response.end('ok\n');
  else petStore(request, response);
});
