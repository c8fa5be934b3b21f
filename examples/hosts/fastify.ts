// The pet store in Fastify. The hook runs ahead of the body parsers and goes on with what the store does not serve.
import { createMemoryStorage, createPetStore } from 'petstore-kit';
import { createRequestListener } from 'petstore-kit/node';
import fastify from 'fastify';

const store = createPetStore({ storage: createMemoryStorage() });
const petStore = createRequestListener({ store, apiKeys: ['my-key'], basePath: '/api/petstore' });

export const app = fastify();
app.addHook('onRequest', (_request, reply, next) => {
  void reply.header('X-Host', 'fastify'); // as a plugin does, such as one for CORS
  next();
});
app.addHook('onRequest', (request, reply, next) => {
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  petStore(request.raw, reply.raw, next);
});
app.post('/echo', (request) => request.body);
