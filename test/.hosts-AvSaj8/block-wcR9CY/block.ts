import Koa from 'koa';
import { once } from 'node:events';
import { createRequestListener } from 'petstore-kit/node';

const petStore = createRequestListener({ apiKeys: ['my-key'], basePath: '/api/petstore' });

export const app = new Koa();
app.use(async (context, next) => {
  if (!context.path.startsWith('/api/petstore/')) {
    await next();
    return;
  }
  context.respond = false;
  petStore(context.req, context.res);
  await once(context.res, 'close');
});
