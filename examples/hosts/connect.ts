// The pet store in connect, at a path of its own.
import { createMemoryStorage, createPetStore } from 'petstore-kit';
import { createRequestListener } from 'petstore-kit/node';
import connect from 'connect';

const store = createPetStore({ storage: createMemoryStorage() });

export const app = connect();
app.use('/api/petstore', createRequestListener({ store, apiKeys: ['my-key'] })); // serves /api/petstore/v1/pets
app.use('/health', (_request, response) => response.end('ok\n'));
