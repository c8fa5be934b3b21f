// The pet store in a Hono application, on any runtime that Hono runs on.
import { createFetchHandler, createMemoryStorage, createPetStore } from 'petstore-kit';
import { Hono } from 'hono';

const store = createPetStore({ storage: createMemoryStorage() });
const petStore = createFetchHandler({ store, apiKeys: ['my-key'], basePath: '/api/petstore' });

export const app = new Hono();
app.all('/api/petstore/*', (context) => petStore(context.req.raw));
app.get('/health', (context) => context.text('ok\n'));
