// The pet store inside an Express application. Ahead of every body parser it reads each number exactly.
import { createPetStore } from '@petstore/core';
import { createRequestListener } from '@petstore/http-node';
import { createMemoryStorage } from '@petstore/storage-memory';
import express from 'express';
import type { AddressInfo } from 'node:net';

const store = createPetStore({ storage: createMemoryStorage() });

const app = express();
app.use('/petstore', createRequestListener({ store, apiKeys: ['my-key'] })); // serves /petstore/v1/pets
app.use(express.json());
app.post('/echo', (request, response) => {
  response.json(request.body);
});

const server = app.listen(Number(process.env.PORT ?? 8080), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
