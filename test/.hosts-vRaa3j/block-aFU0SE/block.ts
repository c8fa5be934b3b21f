import express from 'express';
import { createRequestListener } from 'petstore-kit/node';

export const app = express();
app.use('/api/petstore', createRequestListener({ apiKeys: ['my-key'] }));
app.use(express.json());
app.post('/echo', (request, response) => {
  response.json(request.body);
});
