import { Hono } from 'hono';
import { createFetchHandler } from 'petstore-kit';

const petStore = createFetchHandler({ apiKeys: ['my-key'], basePath: '/api/petstore' });

export const app = new Hono();
app.all('/api/petstore/*', (context) => petStore(context.req.raw));

const response = await app.request('/api/petstore/v1/pets', { headers: { Authorization: 'Bearer my-key' } });
console.log(response.status); // 200
