// The pet store in Express 5, at a path of its own. Ahead of every body parser it reads each number exactly.
import { createMemoryStorage, createPetStore } from 'petstore-kit';
import { createRequestListener } from 'petstore-kit/node';
import express from 'express';

const store = createPetStore({ storage: createMemoryStorage() });

export const app = express();
app.use('/api/petstore', createRequestListener({ store, apiKeys: ['my-key'] })); // serves /api/petstore/v1/pets
app.use(express.json());
app.post('/echo', (request, response) => {
  response.json(request.body);
});
