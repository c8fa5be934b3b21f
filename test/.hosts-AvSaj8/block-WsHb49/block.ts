import fastify from 'fastify';
import { createRequestListener } from 'petstore-kit/node';

const petStore = createRequestListener({ apiKeys: ['my-key'], basePath: '/api/petstore' });

export const app = fastify();
app.addHook('onRequest', (_, reply, next) => (reply.header('X-Host', 'fastify'), next()));
app.addHook('onRequest', (request, reply, next) => {
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  petStore(request.raw, reply.raw, next);
});
