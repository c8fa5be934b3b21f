// The pet store in Fastify. The hook runs ahead of the body parsers and goes on with what the store does not serve.
import { createMemoryStorage, createPetStore } from 'petstore-kit';
import { createRequestListener } from 'petstore-kit/node';
import fastify from 'fastify';

const store = createPetStore({ storage: createMemoryStorage() });
const petStore = createRequestListener({ store, apiKeys: ['my-key'], basePath: '/api/petstore' });

export const app = fastify();
app.addHook('onRequest', (request, reply, next) => {
  petStore(request.raw, reply.raw, next);
});
app.post('/echo', (request) => request.body);
