// The pet store in Koa. What runs ahead of it, such as a logger, sees its reply.
import { createMemoryStorage, createPetStore } from 'petstore-kit';
import { createRequestListener } from 'petstore-kit/node';
import Koa from 'koa';
import { once } from 'node:events';

const store = createPetStore({ storage: createMemoryStorage() });
const petStore = createRequestListener({ store, apiKeys: ['my-key'], basePath: '/api/petstore' });

export const app = new Koa();
app.use(async (context, next) => {
  if (!context.path.startsWith('/api/petstore/')) {
    await next();
    return;
  }
  context.respond = false; // the store writes the response itself
  petStore(context.req, context.res);
  await once(context.res, 'close');
});
app.use((context) => {
  if (context.path === '/health') context.body = 'ok\n';
});
