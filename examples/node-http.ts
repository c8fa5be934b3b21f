// The pet store on a node:http server that you already have, beside your own paths.
import { createMemoryStorage, createPetStore } from 'petstore-kit';
import { createRequestListener } from 'petstore-kit/node';
import { createServer } from 'node:http';

const store = createPetStore({ storage: createMemoryStorage() });
const petStore = createRequestListener({ store, apiKeys: ['my-key'] });

export const server = createServer((request, response) => {
  if (request.url === '/health') response.end('ok\n');
  else petStore(request, response);
});
