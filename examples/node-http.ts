// The pet store on a node:http server that you already have, beside your own paths.
import { createMemoryStorage, createPetStore } from 'petstore-kit';
import { createRequestListener } from 'petstore-kit/node';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const store = createPetStore({ storage: createMemoryStorage() });
const petStore = createRequestListener({ store, apiKeys: ['my-key'] });

const server = createServer((request, response) => {
  if (request.url === '/health') response.end('ok\n');
  else petStore(request, response);
});

server.listen(Number(process.env.PORT ?? 8080), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
